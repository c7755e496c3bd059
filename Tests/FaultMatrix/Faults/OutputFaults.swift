import Glibc
import WaldoTestSupport

/// Faults of the drive's outputs.
extension Cell {
    /// How a fault of an output is caused; nil for others.
    var outputStrike: Strike? {
        switch fault {
        case .terminalClosed:
            Strike(setup: .init(output: .terminal), outcome: .ends(128 + SIGHUP)) { $0.pty?.hangUp() }
        case .outputClosed: outputClosed
        case .outputBlocked:
            Strike(setup: .init(output: .pipe), outcome: .goesOn) { try $0.output?.fill() }
        case .diskFull: diskFull
        default: nil
        }
    }

    /// It is noticed at the next line: on an idle drive, when something happens.
    private var outputClosed: Strike {
        Strike(
            setup: .init(output: .pipe), outcome: .ends(74),
            sees: {
                let errors = $0.program.child.errorLines
                $0.check(errors.contains { $0.contains("closed by its reader") }, "it says \(errors)")
            },
            blow: {
                $0.output?.shut()
                try $0.stir()
                if !moment.hasLink { try await $0.proceed() }
            })
    }

    /// The recording cannot grow; the drive goes on and reports it.
    private var diskFull: Strike {
        Strike(
            setup: .init(records: true), outcome: .goesOn,
            sees: {
                let path = $0.recording
                try await $0.program.child.waitForErrorLine(containing: "\(path): the recording ends here")
            },
            blow: { rig in
                let size = try readFile(rig.recording).utf8.count
                let limit = try ChildProcess("prlimit", ["--pid", "\(rig.program.pid)", "--fsize=\(size)"])
                defer { limit.close() }
                rig.check(try await limit.exitStatus() == 0, "prlimit: \(limit.errorLines)")
            })
    }
}
