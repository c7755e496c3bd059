import Glibc
import WaldoLoop
import WaldoTestSupport
import WaldoTime

/// The link fails while its socket is open, or is opened while the arm may be moving by another's command.
extension Cell {
    private static let error = "org.bluez.Error.Failed Operation_failed_with_ATT_error:_0x0e 1"

    /// How such a fault is caused; nil for others.
    var failsafeStrike: Strike? {
        switch fault {
        case .proofFails: failing("ReadValue")
        case .writeFails: failing("WriteValue", .init(isAnswered: true))
        case .busLost: busLost
        case .backUnconfirmed:
            Strike(outcome: .breaks, heals: { try await $0.shield.report("heal ReadValue") }) {
                try await $0.shield.report("hold ReadValue")
                try await $0.shield.report("drop ADDRESS")
            }
        case .takenOver:
            Strike(setup: .init(isTakenOver: true), outcome: .own { try await $0.judgeTakeover() }) { _ in }
        case .anotherShield:
            Strike(setup: .init(hasAnother: true), outcome: .own { try await $0.judgeChoice() }) {
                try await $0.wait(300)
                if moment == .scanning { try await $0.proceed() }
            }
        case .stallOnPosition where moment.isRaster:
            Strike(setup: .init(holdsPositions: true), outcome: .own { try await $0.judgeNextPosition() }) {
                try await $0.shield.report("hold ReadValue")
                // More points than may be unconfirmed; a key that comes sooner again counts as held.
                for _ in 0..<6 {
                    try $0.type(.leaveOut)
                    try await $0.wait(200)
                }
            }
        case .stallOnPosition:
            Strike(setup: .init(holdsPositions: true), outcome: .own { try await $0.judgeHeldPosition() }) {
                try await waitUntil("a moved position") { [shield = $0.shield] in
                    shield.arrivals.count >= 6 ? () : nil
                }
                try await $0.shield.report("hold ReadValue")
                $0.strikes()
            }
        default: nil
        }
    }

    /// One of BlueZ's calls is answered with an error; the fault strikes with that answer.
    private func failing(_ member: String, _ setup: Rig.Setup = .init()) -> Strike {
        Strike(setup: setup, outcome: .parts) { rig in
            if moment == .midWrite {
                try await rig.wait(Rig.answerAfter)
                try await rig.shield.report("fail \(member)")
                try await rig.shield.report("heal \(member)")
            } else {
                try await rig.shield.report("refuse \(member) \(Self.error)")
                try rig.stir()
            }
            let failed = try await waitUntil("\(member) to fail", within: .seconds(2), instead: { rig.history }) {
                rig.shield.refusals(of: member).last
            }
            rig.strikes(at: failed)
        }
    }

    /// The bus is lost, while bluetoothd and its sockets stay.
    private var busLost: Strike {
        Strike(
            setup: .init(writesBySocket: true), outcome: .parts, remedy: { try await $0.shield.restartBus() },
            blow: {
                try await $0.shield.report("outlive bus")
                $0.strikes()
                $0.shield.bus.daemon.send(signal: SIGKILL)
            })
    }
}

extension Rig {
    /// A link that was taken over is sent the zeros before anything is asked of it.
    fileprivate func judgeTakeover() async throws {
        let stop = try await expectStop(since: 0, isPrompt: false)
        observed = ("stop", .clockStart + stop - (shield.acquisitions.first ?? .clockStart))
        try await shield.report("heal ReadValue")
        try await expectGateThenMotion()
    }

    /// Both shields are listed, and neither is touched.
    fileprivate func judgeChoice() async throws {
        let status = try await program.child.exitStatus(within: .seconds(6))
        check(status == 69, "exit status \(status)")
        let reported = program.child.errorLines.joined(separator: "\n")
        check(
            reported.contains(shield.address) && reported.contains(another),
            "\(shield.address) and \(another) are not listed")
        for member in ["Connect", "AcquireWrite", "WriteValue"] {
            check(shield.calls(member) == 0, "\(member) was called")
        }
        check(shield.arrivals.isEmpty, "frames have arrived")
        observed = ("nothing moves", nil)
    }

    /// A position that is held throughout the stall and released during it stays where it was written last.
    fileprivate func judgeHeldPosition() async throws {
        try await wait(Self.stall)
        let stalled = frames(since: struckAt)
        let moved = stalled.filter { $0.channel == "y" || $0.channel == "z" }
        check(moved.count <= Self.window, "\(moved.count) positions in the stall")
        check(zeros("s", since: struckAt) > 0, "no zero in the stall")
        observed = ("\(Self.window) at most, then stop", stalled.first(where: \.isZero).map { $0.at - struckAt })
        letGo()
        try await sleepOn(until: struckAt + .seconds(2))
        let healed = Monotonic.now()
        try await shield.report("heal ReadValue")
        try await wait(2 * Self.silence)
        let late = frames(since: healed).map(\.text)
        check(late.isEmpty, "\(late) after the stall")
        check(
            program.lines.contains { $0.contains("\"reason\":\"stalled\"") }, "no halt says that the link has stalled")
        let last = shield.arrivals.last { $0.channel == "y" && $0.at < healed }?.number ?? 0
        let begin = Monotonic.now()
        hold(.joystick)
        let next = try await waitUntil("a position", within: .seconds(2), instead: { self.history }) {
            frames(since: begin).first { $0.channel == "y" }?.number
        }
        // Half of full scale per second: some units in the time that two frames take.
        check(abs(next - last) <= 15, "it jumps from \(last) to \(next)")
    }
}
