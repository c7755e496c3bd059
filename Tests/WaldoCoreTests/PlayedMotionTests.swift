import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

extension DriveEvent {
    fileprivate static func frame(_ channel: Channel, _ number: Int32, late: TimeSpan = .zero) -> DriveEvent {
        .replayed(PlayedMotion(.only(channel, number), lateness: late))
    }
}

/// Recorded frames are sent as they were: once each, in order, or not at all.
@Suite struct PlayedMotionTests {
    @Test func aFrameIsSentOnceAndHasNoHeartbeat() {
        var harness = DriveHarness.played()
        harness.step(.frame(.slider, 6))
        harness.advance(.seconds(2))
        #expect(harness.takeTexts() == ["slider F>"])
    }

    @Test func theSameFrameIsSentAsOftenAsItWasRecorded() {
        var harness = DriveHarness.played()
        for _ in 0..<3 {
            harness.step(.frame(.slider, 6))
            harness.advance(.milliseconds(100))
        }
        harness.step(.played(.only(.slider, 0)))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts() == ["slider F>", "slider F>", "slider F>", "slider S>", "slider S>", "slider S>"])
    }

    /// The reversal is announced, and known before the link has taken the frame that goes before the zero.
    @Test func aZeroThatWasNotSentIsNotCancelledByTheNextFrame() {
        var harness = DriveHarness.played()
        harness.advance(.seconds(1))
        _ = harness.takeTexts()
        harness.linkIsSlow = true
        harness.step(.frame(.slider, 6))
        harness.advance(.milliseconds(8))
        harness.step(.played(.only(.slider, 0)))
        harness.advance(.milliseconds(2))
        harness.step(.frame(.slider, -6, late: .milliseconds(-80)))
        harness.advance(.milliseconds(3))
        for _ in 0..<3 {
            harness.step(.link(.ready))
            harness.advance(.milliseconds(85))
        }
        #expect(harness.takeTexts().prefix(3) == ["slider F>", "slider S>", "slider B>"])
        #expect(harness.stateMachine.playbackEnd == nil)
    }

    /// A link that holds motions takes zeros: the frame would come after the release that was recorded behind it.
    @Test func aReleaseBehindAFrameThatTheLinkHoldsEndsTheReplay() {
        var harness = DriveHarness.played()
        harness.step(.frame(.slider, 6))
        harness.advance(.milliseconds(100))
        harness.step(.link(.windowFull))
        harness.step(.frame(.slider, 6))
        harness.advance(.milliseconds(20))
        _ = harness.takeTexts()
        harness.step(.played(.only(.slider, 0)))
        #expect(harness.takeTexts() == ["slider S>"])
        #expect(harness.stateMachine.playbackEnd == .late && harness.stateMachine.lastHalt == .stalled)
    }

    /// The watchdog has spoken for the drive: no frame of the recording follows.
    @Test func failsafeFramesEndTheReplay() {
        var harness = DriveHarness.played()
        harness.step(.frame(.slider, 6))
        harness.step(.link(.failsafe(sent: ZeroCounts([1]))))
        _ = harness.takeTexts()
        harness.step(.frame(.slider, 6))
        harness.advance(.seconds(1))
        #expect(!harness.takeTexts().contains("slider F>"))
        #expect(harness.stateMachine.playbackEnd == .late && harness.stateMachine.lastHalt == .late)
    }

    /// A lost link says why.
    @Test func theReasonOfFailsafeFramesComesWithTheNextEvent() {
        var harness = DriveHarness.played()
        harness.step(.frame(.slider, 6))
        harness.step(.link(.failsafe(sent: ZeroCounts([1]))))
        #expect(harness.stateMachine.playbackEnd == nil)
        harness.step(.link(.down))
        harness.advance(.seconds(1))
        #expect(harness.stateMachine.lastHalt == .linkLost && harness.stateMachine.playbackEnd == .halted)
    }

    @Test func aPositionThatWasSentTwiceIsSentTwice() {
        var harness = DriveHarness.played(.follower)
        for _ in 0..<2 {
            harness.step(.frame(.zx, 40))
            harness.advance(.milliseconds(100))
        }
        #expect(harness.takeTexts() == ["zx x40;", "zx x40;"])
    }

    @Test func framesThatAreDueTogetherKeepTheirOrderAndTheArmsPace() {
        var harness = DriveHarness.played(.follower)
        for (channel, number) in [(Channel.zx, Int32(10)), (.slider, 5), (.zx, 20), (.zx, 10)] {
            harness.step(.frame(channel, number))
        }
        harness.step(.played(.only(.slider, 0)))
        harness.advance(.milliseconds(500))
        let sent = harness.sent
        #expect(
            sent.filter { $0.command.channel == .zx || $0.command.value != 0 }.map(\.text) == [
                "zx x10;", "slider s5;", "zx x20;", "zx x10;",
            ])
        #expect(zip(sent, sent.dropFirst()).allSatisfy { $1.at - $0.at >= .milliseconds(30) || $1.command.value == 0 })
        // The zero is the present's: at once after the frames before it, and repeated.
        #expect(sent.map(\.text).suffix(2) == ["slider s0;", "slider s0;"])
    }

    /// In the recorded drive the slider was touched again, and waited for the pace; the repeats of its zero were
    /// cancelled.
    @Test func aVelocityThatMovesAgainSoonDoesNotWaitForZeroRepeats() {
        var harness = DriveHarness.played()
        harness.step(.frame(.slider, 6))
        harness.advance(.milliseconds(100))
        harness.step(.played(.only(.slider, 0)))
        let released = harness.now
        harness.advance(.milliseconds(50))
        harness.step(.frame(.slider, -6, late: .milliseconds(-60)))
        harness.advance(.milliseconds(500))
        #expect(harness.sent.map(\.text) == ["slider F>", "slider S>", "slider B>"])
        #expect(harness.sent.last?.at == released + .milliseconds(110))
    }

    @Test func oneFrameForAllChannelsCarriesWhatItCarried() {
        var harness = DriveHarness.played(.combined)
        for _ in 0..<2 {
            harness.step(.replayed(PlayedMotion(PerChannel(slider: 50, zx: 300, zy: -200))))
            harness.advance(.milliseconds(100))
        }
        #expect(
            harness.sent.map(\.command.frame.bytes) == [
                [0xa5, 50, 0x2c, 0x01, 0x38, 0xff, 0, 0x3b], [0xa5, 50, 0x2c, 0x01, 0x38, 0xff, 1, 0x3c],
            ])
    }

    // MARK: behind

    @Test func aLinkThatHoldsFramesForTooLongEndsItAndNothingIsCaughtUp() {
        var harness = DriveHarness.played()
        harness.step(.frame(.slider, 6))
        harness.step(.link(.windowFull))
        harness.advance(.milliseconds(100))
        harness.step(.frame(.slider, 6))
        harness.advance(.milliseconds(300))
        #expect(harness.stateMachine.playbackEnd == nil)
        harness.advance(.milliseconds(1))
        #expect(harness.stateMachine.lastHalt == .stalled && harness.stateMachine.playbackEnd == .late)
        harness.step(.link(.flowing))
        harness.step(.frame(.zx, 30))
        harness.advance(.seconds(2))
        #expect(harness.takeTexts() == ["slider F>", "slider S>", "slider S>", "slider S>"])
    }

    @Test func aShortHoldDelaysAFrameAndLosesNone() {
        var harness = DriveHarness.played(.follower)
        harness.step(.link(.windowFull))
        for number in [Int32(1), 2, 3] { harness.step(.frame(.zx, number)) }
        harness.advance(.milliseconds(200))
        harness.step(.link(.flowing))
        harness.advance(.milliseconds(200))
        #expect(harness.takeTexts() == ["zx x1;", "zx x2;", "zx x3;"])
        #expect(harness.stateMachine.playbackEnd == nil)
    }

    @Test(arguments: [(300, true), (301, false)])
    func aFrameThatComesTooLateIsNotSent(milliseconds: Int64, isSent: Bool) {
        var harness = DriveHarness.played()
        harness.step(.frame(.zx, 30, late: .milliseconds(milliseconds)))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts().filter { $0.hasPrefix("zx") } == (isSent ? ["zx R30>"] : []))
        #expect(harness.stateMachine.playbackEnd == (isSent ? nil : .late))
    }

    @Test func whoHasSleptIsBehind() {
        var harness = DriveHarness.played()
        harness.step(.frame(.slider, 6))
        harness.step(.halt(.late))
        #expect(harness.stateMachine.lastHalt == .late && harness.stateMachine.playbackEnd == .late)
    }

    @Test func aStopDropsWhatWaits() {
        var harness = DriveHarness.played(.follower)
        for number in [Int32(1), 2, 3] { harness.step(.frame(.zx, number)) }
        harness.step(.operator(.stop))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts().filter { $0.hasPrefix("zx") } == ["zx x1;"])
        #expect(harness.stateMachine.playbackEnd == .halted && harness.stateMachine.hasSentAll)
    }

    @Test func thePassesOfALoopAreNotItsEnd() {
        var harness = DriveHarness.played()
        harness.step(.frame(.zx, 1))
        harness.step(.halt(.rewound))
        harness.advance(.milliseconds(800))
        harness.step(.frame(.zx, 2))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts().last == "zx R2>")
    }

    @Test func aFrameWaitsForItsGate() {
        var harness = DriveHarness(.robot, .pad(), isPlayed: true)
        harness.step(.link(.up(takenOver: false)))
        harness.step(.inputAdded(InputState()))
        harness.advance(.milliseconds(150))
        harness.step(.frame(.slider, 6))
        #expect(harness.takeTexts() == [])
        harness.advance(.milliseconds(110))
        #expect(harness.takeTexts() == ["slider F>"])
    }

    // MARK: limits

    /// A position of -100...100 with limits, and one without.
    private func limited(_ limits: ChannelProfile.Limits) -> Arm {
        Arm(
            name: "arm", link: Arm.robot.link, pacing: Pacing(interval: .milliseconds(20)),
            profiles: PerChannel([
                ChannelProfile(
                    "a", mode: .position, range: ValueRange(low: -100, high: 100), limits: limits,
                    frames: .init(.text("a#;"))),
                ChannelProfile(
                    "b", mode: .position, range: ValueRange(low: -100, high: 100), frames: .init(.text("b#;"))),
            ]))
    }

    @Test(arguments: [(Int32(51), PlaybackEnd.Limit.travel(-50...50)), (101, .range(-100...100))])
    func aNumberThatALimitWouldChangeEndsIt(number: Int32, limit: PlaybackEnd.Limit) {
        var harness = DriveHarness.played(limited(.init(travel: -50...50)))
        harness.step(.replayed(PlayedMotion(PerChannel([50, nil]))))
        harness.advance(.milliseconds(100))
        harness.step(.replayed(PlayedMotion(PerChannel([number, nil]))))
        harness.step(.replayed(PlayedMotion(PerChannel([nil, 7]))))
        harness.advance(.seconds(1))
        #expect(harness.sent.map(\.command.value) == [50])
        #expect(harness.stateMachine.lastHalt == .limit)
        #expect(harness.stateMachine.playbackEnd == .limit(Channel(0), number, limit))
    }

    @Test(arguments: [(Int32(32), true), (40, false)])
    func aSlewRateJudgesTheWayFromRest(number: Int32, isSent: Bool) {
        // At rest a position is sent as it begins to move, whatever the time since its last frame.
        var harness = DriveHarness.played(limited(.init(slew: 100)))
        harness.step(.replayed(PlayedMotion(PerChannel([1, nil]))))
        harness.advance(.seconds(20))
        harness.step(.replayed(PlayedMotion(PerChannel([number, nil]))))
        harness.advance(.seconds(1))
        #expect(harness.sent.count == (isSent ? 2 : 1))
        #expect(harness.stateMachine.playbackEnd == (isSent ? nil : .limit(Channel(0), number, .slew(100))))
    }

    @Test func aSlewRateJudgesEachFrameOfAMove() {
        var harness = DriveHarness.played(limited(.init(slew: 100)))
        for number in [Int32(1), 3, 5, 12] {
            harness.step(.replayed(PlayedMotion(PerChannel([number, nil]))))
            harness.advance(.milliseconds(20))
        }
        #expect(harness.sent.map(\.command.value) == [1, 3, 5])
        #expect(harness.stateMachine.playbackEnd == .limit(Channel(0), 12, .slew(100)))
    }
}
