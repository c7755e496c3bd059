import Glibc
import WaldoLoop
import WaldoTestSupport
import WaldoTime

/// Outputs that nobody reads. The drive goes on, and a stop that is pressed then halts as ever.
extension Cell {
    /// What becomes of the streams.
    private enum Condition { case fullAtStart, full, slow, closed }

    /// How such a fault is caused; nil for others.
    var streamStrike: Strike? {
        switch fault {
        case .outputFullAtStart: unread(.fullAtStart, warns: false)
        case .outputSlow: unread(.slow, warns: false)
        case .errorsFullAtStart: unread(.fullAtStart, isPipe: false)
        case .errorsFull: unread(.full, isPipe: false)
        case .errorsSlow: unread(.slow, isPipe: false)
        case .errorsClosed: unread(.closed, isPipe: false)
        case .bothFullAtStart: unread(.fullAtStart)
        case .bothFull: unread(.full)
        case .bothSlow: unread(.slow)
        case .bothClosed: bothClosed
        case .terminalStopped: terminalStopped
        default: nil
        }
    }

    /// - Parameters:
    ///   - isPipe: whether standard output is concerned.
    ///   - warns: whether standard error is concerned: then the drive warns on it before the stop is pressed.
    private func unread(_ condition: Condition, isPipe: Bool = true, warns: Bool = true) -> Strike {
        let setup = Rig.Setup(
            output: isPipe ? .pipe : .lines, warns: warns, isFullAtStart: condition == .fullAtStart)
        return Strike(
            setup: setup, outcome: moment == .replay ? .goesOn : .stops,
            sees: { try await $0.expectRest() },
            blow: { rig in
                for pipe in rig.pipes {
                    switch condition {
                    case .fullAtStart: break
                    case .full: try pipe.fill()
                    case .slow:
                        try pipe.fill()
                        try pipe.drip()
                    case .closed: pipe.shut()
                    }
                }
                try await rig.stranger?.knock()
                try rig.stop()
            })
    }

    /// Without a reader of its lines the drive ends.
    private var bothClosed: Strike {
        Strike(setup: .init(output: .pipe, warns: true), outcome: .ends(74)) { rig in
            for pipe in rig.pipes { pipe.shut() }
            try await rig.stranger?.knock()
            try rig.stir()
            if !moment.hasLink { try await rig.proceed() }
            rig.strikes()
        }
    }

    private var terminalStopped: Strike {
        Strike(
            setup: .init(output: .terminal), outcome: moment == .replay ? .ends(0) : .stops,
            sees: { if moment != .replay { try await $0.expectRest() } },
            blow: { rig in
                rig.pty?.stopsOutput(true)
                rig.strikes()
                if moment == .replay { try rig.type(.stop) } else { try rig.stop() }
            })
    }
}

extension Rig {
    /// Presses the stop of whoever drives; of a replay nobody does.
    fileprivate func stop() throws {
        strikes()
        if moment.isRaster { try type(.stop) } else if moment != .replay { press(Code.east) }
    }

    /// The program computes next to nothing, and once its warning is read it is there.
    fileprivate func expectRest() async throws {
        if moment != .replay {
            let before = try usage()
            try await wait(600)
            let used = try usage() - before
            check(used < .milliseconds(200), "\(used.microseconds) µs of processor time in 600 ms")
        }
        guard let errors, cell.fault != .errorsClosed else { return }
        try await waitUntil("the warning", instead: { "\(errors.take().suffix(1_000))" }) {
            let said = errors.take().split(separator: "\n")
            return said.count { $0.contains("a wrong token was sent to the panel") } == 1 ? () : nil
        }
    }

    /// The program's processor time so far.
    private func usage() throws -> TimeSpan {
        let line = try readFile("/proc/\(program.pid)/stat")
        // The name, in parentheses, may hold spaces; the times are the 12th and 13th field behind it.
        let fields = (line.split(separator: ")").last ?? "").split(separator: " ")
        let ticks = fields.dropFirst(11).prefix(2).compactMap { Int64($0) }.reduce(0, +)
        return .milliseconds(ticks * 1_000 / Int64(sysconf(CInt(_SC_CLK_TCK))))
    }
}
