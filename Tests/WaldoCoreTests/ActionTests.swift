import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// Named frames of an arm: one that moves and is ended by its release, and one that moves nothing.
@Suite struct ActionTests {
    private static let home = Channel(2), light = Channel(3)
    private static let arm = Arm(
        name: "arm", link: Arm.robot.link, pacing: Pacing(interval: .milliseconds(20), zeroRepeats: 2),
        profiles: PerChannel([
            ChannelProfile(
                "wheel", mode: .velocity, range: ValueRange(low: -9, high: 9), heartbeat: .milliseconds(100),
                frames: .init(.text("w#;"))),
            ChannelProfile("base", mode: .position, range: ValueRange(low: -90, high: 90), frames: .init(.text("b#;"))),
            ChannelProfile(
                action: "home", frame: .text("H;"), release: .text("X;"), busy: .seconds(1),
                sets: [.init(Channel(1), 30)]),
            ChannelProfile(action: "light", frame: .text("L;"), release: nil, busy: nil),
        ]))
    private static let mapping = Mapping(
        name: "keys", match: InputMatch(kind: .keyboard),
        controls: [
            ControlMapping("wheel", .slider(.init(.keys(forward: [Code.w], backward: [Code.s])), .name("wheel"))),
            ControlMapping("base", .slider(.init(.keys(forward: [Code.up], backward: [Code.down])), .name("base"))),
            ControlMapping("home", .button([Code.left])), ControlMapping("light", .button([Code.right])),
        ], keys: OperatorKeys(stop: [Code.space], resume: [Code.enter], precise: [Code.tl]))

    private func harness() -> DriveHarness {
        var harness = DriveHarness(Self.arm, Self.mapping)
        harness.start(InputState())
        return harness
    }

    private func frames(_ harness: inout DriveHarness) -> [String] {
        defer { _ = harness.takeTexts() }
        return harness.sent.map { String(decoding: $0.command.frame.bytes, as: UTF8.self) }
    }

    @Test func aMovingActionLastsAsLongAsItsKeyAndThenSetsItsPositions() {
        var harness = harness()
        harness.input(.key(Code.left, down: true))
        #expect(frames(&harness) == ["H;"])
        harness.advance(.milliseconds(1_500))
        #expect(frames(&harness) == [])
        harness.input(.key(Code.left, down: false))
        harness.advance(.seconds(1))
        #expect(frames(&harness) == ["X;", "X;"])
        #expect(harness.stateMachine.number(Channel(1), at: harness.now) == 30)
        #expect(!harness.stateMachine.isAssumed(Channel(1)))
        // The next touch goes on from where the action has left the arm.
        harness.input(.key(Code.up, down: true))
        harness.advance(.milliseconds(50))
        #expect(frames(&harness).first == "b31;")
    }

    @Test func anActionEndedEarlyLeavesItsPositionsUncertain() {
        var harness = harness()
        harness.input(.key(Code.left, down: true))
        harness.advance(.milliseconds(400))
        harness.input(.key(Code.left, down: false))
        #expect(frames(&harness) == ["H;", "X;"])
        #expect(harness.stateMachine.isAssumed(Channel(1)))
        // The arm is free again at once: what ends an action ends its time, too.
        harness.input(.key(Code.w, down: true))
        harness.advance(.milliseconds(60))
        #expect(frames(&harness) == ["X;", "w9;"])
    }

    /// What keeps the arm busy after an action is another channel's, and its end changes nothing of that.
    @Test func anActionThatIsOverLeavesTheBusyTimeOfOthersAlone() {
        var arm = Self.arm
        arm.profiles[Channel(1)].busy = .init(base: .seconds(1))
        var harness = DriveHarness(arm, Self.mapping)
        harness.start(InputState())
        harness.input(.key(Code.left, down: true))
        harness.advance(.milliseconds(1_100))
        harness.input(.key(Code.up, down: true))
        harness.advance(.milliseconds(100))
        _ = frames(&harness)
        harness.input(.key(Code.up, down: false), .key(Code.left, down: false))
        harness.input(.key(Code.w, down: true))
        harness.advance(.milliseconds(500))
        #expect(frames(&harness) == ["X;", "X;"])
        #expect(!harness.stateMachine.isAssumed(Channel(1)))
        harness.advance(.milliseconds(500))
        #expect(frames(&harness).contains("w9;"))
    }

    /// A stop also says the end of an action that was never begun.
    @Test func theEndOfAnActionThatDoesNotRunDoubtsNothing() {
        var arm = Self.arm
        arm.profiles[Channel(1)].busy = .init(base: .seconds(1))
        var harness = DriveHarness(arm, Self.mapping)
        harness.start(InputState())
        harness.input(.key(Code.up, down: true))
        harness.advance(.milliseconds(50))
        harness.step(.operator(.stop))
        harness.advance(.milliseconds(100))
        #expect(frames(&harness).contains("X;"))
        #expect(!harness.stateMachine.isAssumed(Channel(1)))
    }

    @Test func anActionCountsInThePacingAndKeepsTheArmBusy() {
        var harness = harness()
        harness.input(.key(Code.left, down: true), .key(Code.w, down: true))
        harness.advance(.milliseconds(900))
        #expect(frames(&harness) == ["w9;", "H;"])
        harness.advance(.milliseconds(130))
        #expect(frames(&harness) == ["w9;"])
    }

    @Test func aStopEndsAnActionAndClosesItsGate() {
        var harness = harness()
        harness.input(.key(Code.left, down: true))
        harness.advance(.milliseconds(100))
        _ = frames(&harness)
        harness.input(.key(Code.space, down: true))
        harness.advance(.milliseconds(100))
        #expect(Set(frames(&harness)) == ["X;", "w0;"])
        harness.input(.key(Code.space, down: false))
        harness.input(.key(Code.enter, down: true))
        #expect(harness.stateMachine.isStopped, "the key of the action is held")
        harness.advance(.seconds(1))
        #expect(frames(&harness) == [])
    }

    @Test func theFailsafeFramesEndAnAction() {
        var harness = harness()
        harness.input(.key(Code.left, down: true))
        let word = harness.stateMachine.failsafe
        #expect((0..<word.count).map { String(decoding: word[$0].bytes, as: UTF8.self) } == ["w0;", "X;"])
        #expect(harness.stateMachine.pendingZeros == ZeroCounts([2, 2]))
        harness.step(.link(.failsafe(sent: ZeroCounts([2, 2]))))
        #expect(harness.stateMachine.isAssumed(Channel(1)))
        #expect(harness.stateMachine.pendingZeros == ZeroCounts())
    }

    @Test func aSignalIsSentOnceForEachPressHoweverShort() {
        var harness = harness()
        harness.input(.key(Code.right, down: true))
        harness.advance(.seconds(1))
        #expect(frames(&harness) == ["L;"])
        harness.input(.key(Code.right, down: false))
        harness.advance(.seconds(1))
        #expect(frames(&harness) == [])
        harness.input(.key(Code.w, down: true))
        harness.input(.key(Code.right, down: true))
        harness.input(.key(Code.right, down: false))
        harness.advance(.milliseconds(60))
        #expect(frames(&harness) == ["w9;", "L;"])
        #expect(harness.stateMachine.hasSentAll)
    }

    @Test func aHaltDropsASignalThatWasNotSent() {
        var harness = harness()
        harness.input(.key(Code.w, down: true))
        harness.input(.key(Code.right, down: true))
        harness.step(.operator(.stop))
        harness.advance(.seconds(1))
        #expect(!frames(&harness).contains("L;"))
    }

    @Test func aFingerPressesAButton() {
        var harness = harness()
        harness.step(.finger(.there))
        harness.step(.finger(.deflected(Control(2), 1_000)))
        harness.advance(.milliseconds(60))
        #expect(frames(&harness) == ["H;"])
        harness.step(.finger(.lost))
        harness.advance(.milliseconds(100))
        #expect(frames(&harness).contains("X;"))
    }

    @Test func precisionDoesNotChangeAButton() {
        var harness = harness()
        harness.input(.key(Code.tl, down: true))
        harness.input(.key(Code.left, down: true))
        #expect(frames(&harness) == ["H;"])
    }

    @Test func aReplayGivesThemAgain() {
        var harness = DriveHarness(Self.arm, Self.mapping, isPlayed: true)
        harness.start(InputState())
        for number in [1, 1] as [Int32] {
            harness.step(.played(PerChannel([nil, nil, nil, number])))
            harness.advance(.milliseconds(500))
        }
        harness.step(.played(PerChannel([nil, nil, 1, nil])))
        harness.advance(.milliseconds(1_200))
        harness.step(.played(PerChannel([nil, nil, 0, nil])))
        harness.advance(.milliseconds(500))
        #expect(frames(&harness) == ["L;", "L;", "H;", "X;", "X;"])
    }

    /// In an arm with one frame for all channels an action has its own.
    @Test func anActionStandsBesideAFrameForAllChannels() {
        var arm = Arm.combined
        arm.profiles = PerChannel(
            arm.profiles.list + [
                ChannelProfile(
                    action: "home", frame: .text("H;"), release: .text("X;"), busy: .milliseconds(10))
            ])
        var harness = DriveHarness(arm, Self.mapping)
        harness.start(InputState())
        harness.input(.key(Code.left, down: true))
        harness.advance(.milliseconds(100))
        harness.input(.key(Code.left, down: false))
        harness.advance(.milliseconds(500))
        #expect(frames(&harness) == ["H;", "X;", "X;", "X;"])
    }

    @Test func aReplayDoesNotGoBackToANumberFromBeforeAnAction() {
        var harness = DriveHarness(Self.arm, Self.mapping, isPlayed: true)
        harness.start(InputState())
        harness.step(.played(PerChannel([nil, -20, nil, nil])))
        harness.advance(.milliseconds(400))
        harness.step(.played(PerChannel([nil, nil, 1, nil])))
        harness.advance(.milliseconds(1_200))
        harness.step(.played(PerChannel([nil, nil, 0, nil])))
        harness.advance(.seconds(2))
        #expect(frames(&harness) == ["b-20;", "H;", "X;", "X;"])
    }

    @Test func aReplayThatStartsBehindAnActionStartsWhereItHasLeftTheArm() {
        var timeline = PlaybackTimeline(arm: Self.arm)
        for (at, channel, value) in [(Int64(1), Channel(1), Int32(-20)), (2, Channel(2), 1), (3, Channel(2), 0)] {
            let command = Command(channel: channel, value: value, decimals: 0, frame: Frame())
            timeline.add(.command(RecordedCommand(at: Instant(microseconds: at), command: command, outcome: .written)))
            { _ in }
        }
        #expect(timeline.numbers[Channel(1)] == 30)
    }

    @Test func aLinkThatIsLostDuringAnActionLeavesItsPositionsUncertain() {
        var harness = harness()
        harness.input(.key(Code.left, down: true))
        harness.advance(.milliseconds(400))
        harness.step(.link(.down))
        #expect(harness.stateMachine.isAssumed(Channel(1)))
    }

    @Test func aFingerThatRestsDoesNotPullTheArmBackAfterAnAction() {
        var arm = Self.arm
        arm.profiles[Channel(0)] = ChannelProfile(
            "wheel", mode: .position, range: ValueRange(low: -90, high: 90), frames: .init(.text("w#;")))
        var mapping = Self.mapping
        mapping.controls[1] = ControlMapping(
            "base",
            .joystick(
                .init(.keys(up: [Code.up], down: [Code.down], left: [Code.s], right: [Code.w]), behaviour: .rate),
                x: .name("wheel"), y: .name("base")))
        mapping.controls.remove(at: 0)
        var harness = DriveHarness(arm, mapping)
        harness.start(InputState())
        harness.step(.finger(.there))
        harness.step(.finger(.moved(Control(0), x: 0, y: 500)))
        harness.advance(.milliseconds(200))
        harness.input(.key(Code.left, down: true))
        harness.advance(.seconds(2))
        #expect(frames(&harness) == ["b45;", "H;"])
        harness.step(.finger(.moved(Control(0), x: 0, y: 600)))
        harness.advance(.milliseconds(100))
        #expect(frames(&harness) == ["b39;"])
    }

    @Test func aPressBeforeTheGatesShutIsNotSentLater() {
        var harness = harness()
        harness.input(.key(Code.left, down: true))
        harness.input(.key(Code.right, down: true))
        harness.step(.inputAdded(InputState()))
        harness.advance(.seconds(3))
        #expect(!frames(&harness).contains("L;"))
    }
}
