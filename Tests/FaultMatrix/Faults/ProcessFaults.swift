import Glibc
import WaldoLoop
import WaldoTestSupport
import WaldoTime

/// Faults of the process, and of the machine's clock.
extension Cell {
    /// How a fault of the process is caused; nil for others.
    var processStrike: Strike? {
        switch fault {
        case .interrupt: ending(SIGINT)
        case .terminate: ending(SIGTERM)
        case .hangUp: ending(SIGHUP)
        case .quit: ending(SIGQUIT)
        case .brokenPipe: Strike(outcome: .goesOn) { $0.program.send(signal: SIGPIPE) }
        case .kill: Strike(outcome: .ceases) { $0.program.send(signal: SIGKILL) }
        case .stopped: moment == .replay ? stoppedInReplay : stopped
        case .clockBack: clock(by: -3_600)
        case .clockForward: clock(by: 3_600)
        default: nil
        }
    }

    private func ending(_ signal: CInt) -> Strike {
        Strike(outcome: .ends(128 + signal)) { $0.program.send(signal: signal) }
    }

    /// Stopped for two seconds, while the operator's hands keep moving.
    private var stopped: Strike {
        Strike(outcome: .breaks) {
            try await $0.sleepOn(until: $0.struckAt + .seconds(2))
            $0.program.send(signal: SIGCONT)
        } blow: {
            $0.program.send(signal: SIGSTOP)
            try await $0.fidget()
        }
    }

    /// The recording's time passes meanwhile, so the replay ends.
    private var stoppedInReplay: Strike {
        Strike(outcome: .ends(74)) {
            $0.program.send(signal: SIGSTOP)
            try await $0.sleepOn(until: $0.struckAt + .seconds(2))
            $0.expectNoMotion(since: $0.struckAt)
            $0.strikes()
            $0.program.send(signal: SIGCONT)
        }
    }

    private func clock(by seconds: Int64) -> Strike {
        Strike(
            setup: .init(records: true, movesClock: true), outcome: .goesOn,
            sees: { rig in
                // The day of the recording proves that the program has no clock other than the moved one.
                let header = try readFile(rig.recording).prefix { $0 != "\n" }
                let started = Int64(String(header).value(of: "started")) ?? 0
                let days = started / 1_000_000 - MovedClock.first - Int64(time(nil))
                rig.check(abs(days) < 600, "the recording was started at \(started)")
            }, blow: { try $0.word?.set(MovedClock.first + seconds) })
    }
}

extension Rig {
    func sleepOn(until time: Instant) async throws {
        try await Task.sleep(for: .microseconds(max(.zero, time - Monotonic.now()).microseconds))
    }
}
