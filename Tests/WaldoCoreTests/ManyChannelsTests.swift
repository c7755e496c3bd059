import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// An arm of eight channels, which a recording drives.
@Suite struct ManyChannelsTests {
    private static let arm = Arm.eight
    private static let velocities = arm.channels.filter { arm.profiles[$0].mode == .velocity }

    private func harness() -> DriveHarness {
        var harness = DriveHarness(Self.arm, .pad(), isPlayed: true)
        harness.step(.link(.up(takenOver: false)))
        harness.step(.inputAdded(InputState()))
        harness.advance(.milliseconds(300))
        return harness
    }

    /// All velocities at 40, all positions at 7.
    private var moving: PerChannel<Int32?> { Self.arm.profiles.map { $0.mode == .velocity ? 40 : 7 } }

    private func frames(_ harness: inout DriveHarness) -> [String] {
        defer { _ = harness.takeTexts() }
        return harness.sent.map { String(decoding: $0.command.frame.bytes, as: UTF8.self) }
    }

    @Test func theFirstOfThoseThatAreDueEquallyLongGoesFirst() {
        var harness = harness()
        harness.step(.played(moving))
        harness.advance(.milliseconds(79))
        #expect(frames(&harness) == ["s40;", "x7;", "y7;", "l40;", "r40;", "u40;", "t40;", "g7;"])
    }

    /// The first zero of each goes at once; none sends a second before all have sent one.
    @Test func aStopSendsTheZerosOfEveryVelocity() {
        var harness = harness()
        harness.step(.played(moving))
        harness.advance(.milliseconds(90))
        _ = frames(&harness)
        harness.step(.operator(.stop))
        let first = ["s0;", "l0;", "r0;", "u0;", "t0;"]
        #expect(frames(&harness) == first)
        harness.advance(.seconds(2))
        #expect(frames(&harness) == first + first)
        #expect(harness.stateMachine.hasSentZeros && harness.deadline == nil)
    }

    @Test func theFailsafeHasAFrameForEveryVelocity() {
        var harness = harness()
        harness.step(.played(moving))
        harness.advance(.milliseconds(90))
        let word = harness.stateMachine.failsafe
        let texts = (0..<word.count).map { String(decoding: word[$0].bytes, as: UTF8.self) }
        #expect(texts == ["s0;", "l0;", "r0;", "u0;", "t0;"])
        #expect(harness.stateMachine.pendingZeros == ZeroCounts([3, 3, 3, 3, 3]))
        _ = frames(&harness)
        harness.step(.link(.failsafe(sent: ZeroCounts([3, 3, 3, 3, 3]))))
        harness.advance(.seconds(2))
        #expect(frames(&harness) == [])
    }

    /// Every held velocity is sent again before its arm misses a second heartbeat.
    @Test func everyHeartbeatIsKept() throws {
        var harness = harness()
        harness.step(.played(moving))
        harness.advance(.seconds(1))
        for channel in Self.velocities {
            let times = harness.sent.filter { $0.command.channel == channel }.map(\.at)
            let longest = try #require(zip(times, times.dropFirst()).map { $1 - $0 }.max())
            #expect(times.count >= 9 && longest <= .milliseconds(110), "\(channel): \(longest)")
        }
    }
}
