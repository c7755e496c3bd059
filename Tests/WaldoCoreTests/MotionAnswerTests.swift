import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

/// A board that answers each frame: the next motion waits for the answer to the one before it.
@Suite struct MotionAnswerTests {
    private var answering: Arm {
        var arm = Arm.robot
        arm.reports = ArmReports(answers: .init(each: .line(LinePattern([.literal([0x4f, 0x4b])]))))
        return arm
    }

    /// Ready to drive, with every zero of the opening sent.
    private func started() -> DriveHarness {
        var harness = DriveHarness(answering, .pad())
        harness.start(.padAtRest)
        harness.advance(.seconds(2))
        _ = harness.takeTexts()
        return harness
    }

    private func moving() -> DriveHarness {
        var harness = started()
        harness.input(.axis(Code.rz, 255))
        return harness
    }

    private func isStalled(_ harness: DriveHarness) -> Bool { harness.stateMachine.link.isStalled }

    @Test func motionWaitsForTheAnswerAndZerosDoNot() {
        var harness = moving()
        #expect(harness.takeTexts() == ["slider F>"] && harness.stateMachine.awaitedAnswer != nil)
        harness.advance(.milliseconds(290))
        #expect(harness.sent.isEmpty && !isStalled(harness))
        harness.input(.axis(Code.rz, 0))
        #expect(harness.takeTexts() == ["slider S>"])
    }

    @Test func theAnswerLetsTheNextMotionFollow() {
        var harness = moving()
        harness.advance(.milliseconds(200))
        harness.step(.answered)
        harness.advance(.milliseconds(290))
        #expect(harness.takeTexts() == ["slider F>", "slider F>"] && !isStalled(harness))
        harness.step(.answered)
        #expect(harness.takeTexts() == ["slider F>"])
    }

    @Test func theAnswerToAZeroIsNotThatToTheMotionBehindIt() {
        var harness = moving()
        harness.step(.answered)
        harness.input(.axis(Code.rz, 0))
        harness.input(.axis(Code.rz, 255))
        harness.advance(.milliseconds(100))
        #expect(harness.takeTexts() == ["slider F>", "slider S>", "slider F>"])
        #expect(harness.stateMachine.answersUntilMotion == 2)
        harness.step(.answered)
        #expect(harness.stateMachine.answersUntilMotion == 1)
        harness.advance(.milliseconds(300))
        #expect(isStalled(harness) && harness.stateMachine.missesAnswer)
    }

    @Test func aMissingAnswerIsAStallThatTheNextAnswerEnds() {
        var harness = moving()
        _ = harness.takeTexts()
        harness.advance(.milliseconds(299))
        #expect(harness.stateMachine.lastHalt != .stalled)
        harness.advance(.milliseconds(1))
        #expect(isStalled(harness) && harness.stateMachine.lastHalt == .stalled && harness.stateMachine.missesAnswer)
        #expect(harness.takeNotices().contains(.answer))
        #expect(harness.stateMachine.gateState(.slider) == .stalled)
        // What the link itself reports does not end it.
        harness.step(.link(.flowing))
        harness.advance(.seconds(2))
        #expect(harness.takeTexts() == ["slider S>", "slider S>", "slider S>"] && isStalled(harness))
        #expect(!harness.takeNotices().contains(.answer))
        harness.step(.answered)
        #expect(!isStalled(harness) && !harness.stateMachine.missesAnswer && harness.notices.contains(.answer))
        harness.advance(.seconds(1))
        #expect(harness.sent.isEmpty)
        harness.input(.axis(Code.rz, 0))
        harness.advance(.milliseconds(300))
        harness.input(.axis(Code.rz, 255))
        #expect(harness.takeTexts() == ["slider F>"])
    }

    /// Otherwise a live board that has lost one answer would have no frame left to answer.
    @Test func aMissingAnswerToAPositionIsFollowedByZeros() {
        var harness = started()
        harness.input(.axis(Code.rx, 32_767))
        harness.advance(.milliseconds(500))
        harness.input(.axis(Code.rx, 0))
        harness.advance(.seconds(2))
        let texts = harness.takeTexts()
        #expect(isStalled(harness) && texts.first?.hasPrefix("zx") == true, "\(texts)")
        #expect(texts.dropFirst() == ["slider S>", "slider S>", "slider S>"])
    }

    /// It has no frame that could be answered: a stall would last until the link is new.
    @Test func aBoardOfPositionsAloneHaltsAndTakesTheNextMotion() {
        var arm = Arm.follower
        arm.profiles[Channel(0)] = ChannelProfile(
            "slider", mode: .position, range: ValueRange(low: -100, high: 100), frames: .init(.text("s#;")))
        arm.reports = answering.reports
        var harness = DriveHarness(arm, .pad())
        harness.start(.padAtRest)
        harness.advance(.seconds(2))
        harness.input(.axis(Code.rx, 32_767))
        harness.advance(.milliseconds(500))
        #expect(harness.stateMachine.lastHalt == .stalled && !isStalled(harness))
        harness.input(.axis(Code.rx, 0))
        harness.advance(.seconds(1))
        _ = harness.takeTexts()
        harness.input(.axis(Code.rx, 32_767))
        harness.advance(.milliseconds(100))
        #expect(harness.takeTexts().count == 1 && harness.stateMachine.awaitedAnswer != nil)
    }

    @Test func aLostAnswerToAZeroIsGivenUpThoughZerosFollow() {
        var harness = moving()
        harness.step(.answered)
        harness.input(.axis(Code.rz, 0))
        harness.advance(.milliseconds(100))
        harness.step(.answered)
        harness.advance(.milliseconds(100))
        harness.step(.answered)
        harness.advance(.milliseconds(150))
        harness.input(.axis(Code.rz, 255))
        #expect(harness.stateMachine.answersUntilMotion == 1)
        harness.step(.answered)
        harness.input(.axis(Code.rz, 0))
        harness.advance(.milliseconds(400))
        #expect(!isStalled(harness))
    }

    @Test func anAnswerDoesNotEndTheStallOfTheLink() {
        var harness = moving()
        harness.advance(.milliseconds(300))
        harness.step(.link(.stalled))
        harness.step(.answered)
        #expect(isStalled(harness) && !harness.stateMachine.missesAnswer)
        harness.step(.link(.flowing))
        #expect(!isStalled(harness))
    }

    @Test func anAnswerThatNothingWaitsForCountsForNothing() {
        var harness = started()
        harness.step(.answered)
        harness.step(.answered)
        #expect(!harness.notices.contains(.answer))
        harness.input(.axis(Code.rz, 255))
        harness.advance(.milliseconds(300))
        #expect(isStalled(harness))
    }

    @Test func anAnswerBeforeTheLinkIsReadyAgainCounts() {
        var harness = started()
        harness.linkIsSlow = true
        harness.input(.axis(Code.rz, 255))
        harness.step(.answered)
        harness.step(.link(.ready))
        #expect(harness.stateMachine.awaitedAnswer == nil)
    }

    @Test func aNewLinkForgets() {
        var harness = moving()
        harness.advance(.milliseconds(300))
        harness.step(.link(.down))
        #expect(harness.stateMachine.awaitedAnswer == nil)
        harness.step(.link(.up(takenOver: false)))
        harness.advance(.seconds(2))
        #expect(!isStalled(harness) && harness.stateMachine.answersUntilMotion == 0)
    }
}
