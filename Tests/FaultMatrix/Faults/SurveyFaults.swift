import Glibc
import WaldoLoop
import WaldoTestSupport
import WaldoTime

/// Faults of the survey beside a drive, and the alarms by which it halts the arm.
extension Cell {
    /// How a fault of the survey is caused; nil for others.
    var surveyStrike: Strike? {
        switch fault {
        case .alarmRaised:
            Strike(
                setup: .init(survey: .sensor(silent: 60)), outcome: .halts, sees: { $0.checkAlarm("above") },
                blow: { try await $0.measure(150) })
        case .sensorSilent: silent
        case .storeFull: storeFull
        case .gpsdGone:
            Strike(
                setup: .init(survey: .demo), outcome: .goesOn,
                remedy: {
                    try await $0.expectNote("gives no places")
                    $0.gpsd?.turns(.reports)
                }, sees: { try await $0.expectNote("reports positions now") },
                blow: {
                    try await $0.expectFix()
                    $0.strikes()
                    $0.gpsd?.turns(.isGone)
                })
        case .gpsdFlood:
            Strike(
                setup: .init(survey: .demo), outcome: .goesOn,
                // One in each 16 KiB. An orderly gpsd reports ten a second, and this takes less than four seconds.
                sees: { $0.check($0.fixes > 40, "\($0.fixes) places were heard") },
                blow: {
                    try await $0.expectFix()
                    $0.strikes()
                    $0.gpsd?.turns(.floods)
                })
        default: nil
        }
    }

    /// Longer than it takes to come to any moment, since silence counts from the survey's start.
    private static let silence = 4

    private var silent: Strike {
        Strike(
            setup: .init(survey: .sensor(silent: Self.silence)), outcome: .halts, sees: { $0.checkAlarm("silent") },
            blow: { rig in
                guard moment.hasLink else {
                    try await waitUntil("the alarm", instead: { rig.history }) { rig.alarms.isEmpty ? nil : () }
                    return
                }
                let heard = Monotonic.now()
                try await rig.measure(10)
                try await rig.wait(Self.silence * 1_000 - 200)
                if moment == .sliderHeld || moment == .joystickHeld {
                    rig.check(rig.motions(since: heard) > 10, "the arm does not move before the alarm")
                }
                rig.check(rig.alarms.isEmpty, "an alarm before its time: \(rig.alarms)")
                try await rig.sleepOn(until: heard + .seconds(Int64(Self.silence)))
                rig.strikes(at: heard + .seconds(Int64(Self.silence)))
            })
    }

    /// The store cannot grow; the drive goes on and reports it.
    private var storeFull: Strike {
        Strike(
            setup: .init(survey: .demo), outcome: .goesOn,
            sees: { try await $0.expectNote("nothing more is stored: ") },
            blow: { rig in
                let limit = try ChildProcess("prlimit", ["--pid", "\(rig.program.pid)", "--fsize=4096"])
                defer { limit.close() }
                rig.check(try await limit.exitStatus() == 0, "prlimit: \(limit.errorLines)")
            })
    }
}

extension Rig {
    /// The sensor on the shield sends a message with so many counts of the last second.
    fileprivate func measure(_ counts: UInt8) async throws {
        try await shield.report("notify ADDRESS \(FakeShield.notify) \(Files.gamma(counts: counts))")
    }

    fileprivate var alarms: [String] { program.lines.filter { $0.contains("\"event\":\"alarm\"") } }

    /// The alarm was raised once, and was one halt's reason.
    fileprivate func checkAlarm(_ state: String) {
        check(alarms.count == 1 && alarms[0].contains("\"state\":\"\(state)\""), "alarms: \(alarms)")
        let halts = program.lines.filter { $0.contains("\"event\":\"halt\"") && $0.contains("\"reason\":\"alarm\"") }
        check(halts.count == 1, "halts: \(halts)")
    }

    fileprivate var fixes: Int { program.lines.count { $0.contains("\"event\":\"fix\"") } }

    fileprivate func expectFix() async throws {
        try await waitUntil("a place by gpsd", instead: { self.history }) { fixes > 0 ? () : nil }
    }

    /// A sentence was shown to the operator.
    fileprivate func expectNote(_ text: String) async throws {
        try await waitUntil("the note “\(text)”", instead: { self.history }) {
            (program.lines + program.child.errorLines).contains { $0.contains(text) } ? () : nil
        }
    }
}
