import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

/// What an arm is sent before its first command and after its last one.
@Suite struct LinkStepsTests {
    private static let hello = Frame([0x10, 1])!, torque = Frame([0x11, 2])!, bye = Frame([0x12, 3])!

    private func arm(moves: Bool = false, end: [LinkSteps.Step] = []) -> Arm {
        var arm = Arm.robot
        arm.steps = LinkSteps(
            begin: [.send(Self.hello), .wait(.milliseconds(500)), .send(Self.torque)], beginMoves: moves, end: end)
        return arm
    }

    @Test func zerosBeginZerosAndThenTheGates() {
        var harness = DriveHarness.opened(arm())
        let up = harness.now, zeros = harness.sent.count
        harness.advance(.milliseconds(499))
        #expect(harness.sentToSensor.map(\.bytes) == [[0x10, 1]])
        #expect(zeros == 1 && harness.sent.count == 3 && harness.sent.allSatisfy { $0.text == "slider S>" })
        // Every zero of the opening is before the first step.
        #expect(harness.sentToSensor[0].behind == 3)
        harness.input(.axis(Code.rz, 255))
        harness.input(.axis(Code.rz, 0))
        harness.advance(.milliseconds(600))
        #expect(harness.sentToSensor.map(\.bytes) == [[0x10, 1], [0x11, 2]])
        #expect(harness.sentToSensor[1].at >= harness.sentToSensor[0].at + .milliseconds(500))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts() == Array(repeating: "slider S>", count: 6) && harness.now > up)
        harness.input(.axis(Code.rz, 255))
        #expect(harness.takeTexts() == ["slider F>"])
    }

    @Test func nothingMovesBeforeBeginIsDone() {
        var harness = DriveHarness.opened(arm())
        harness.advance(.milliseconds(400))
        _ = harness.takeTexts()
        harness.input(.axis(Code.rz, 255))
        harness.advance(.milliseconds(50))
        #expect(harness.sent.isEmpty && harness.stateMachine.gateState(.slider) == .begin)
    }

    @Test func aBeginThatMovesWaitsForAResumeOnEachLink() {
        var harness = DriveHarness.opened(arm(moves: true))
        harness.advance(.seconds(5))
        #expect(harness.sentToSensor.isEmpty && harness.stateMachine.isStopped)
        harness.step(.operator(.resume))
        harness.advance(.seconds(2))
        #expect(harness.sentToSensor.count == 2 && !harness.stateMachine.isStopped)
        harness.step(.link(.down))
        harness.step(.link(.opened(takenOver: false)))
        harness.step(.link(.flowing))
        harness.advance(.seconds(5))
        #expect(harness.sentToSensor.count == 2 && harness.stateMachine.isStopped)
        harness.step(.operator(.resume))
        harness.advance(.seconds(2))
        #expect(harness.sentToSensor.count == 4)
    }

    /// A stop is latched in the middle of `begin`: the rest waits for the resume, and the zeros do not.
    @Test func aStopHoldsTheStepsAndNoZero() {
        var harness = DriveHarness.opened(arm())
        harness.advance(.milliseconds(400))
        harness.step(.operator(.stop))
        harness.advance(.seconds(5))
        #expect(harness.sentToSensor.count == 1)
        harness.step(.operator(.resume))
        harness.advance(.seconds(1))
        #expect(harness.sentToSensor.count == 2)
    }

    @Test func whoPlaysARecordingHasConsentedToItsFirstLinkOnly() {
        var harness = DriveHarness(arm(moves: true), .pad(), isPlayed: true)
        harness.step(.link(.up(takenOver: false)))
        harness.advance(.seconds(2))
        #expect(harness.sentToSensor.count == 2 && !harness.stateMachine.isStopped)
        harness.step(.link(.down))
        harness.step(.link(.up(takenOver: false)))
        harness.advance(.seconds(2))
        #expect(harness.sentToSensor.count == 2 && harness.stateMachine.isStopped)
    }

    // MARK: answers

    private func asking() -> DriveHarness {
        var arm = Arm.robot
        arm.steps = LinkSteps(
            begin: [
                .send(Self.hello), .expect(.line(LinePattern([.literal([0x4f, 0x4b])])), within: .seconds(2)),
                .send(Self.torque),
            ])
        return DriveHarness.opened(arm)
    }

    @Test func anAnswerLetsTheNextStepFollow() {
        var harness = asking()
        harness.advance(.seconds(1))
        #expect(harness.sentToSensor.map(\.bytes) == [[0x10, 1]] && harness.stateMachine.awaitedAnswer != nil)
        harness.step(.answered)
        harness.advance(.seconds(2))
        #expect(harness.sentToSensor.map(\.bytes) == [[0x10, 1], [0x11, 2]] && !harness.stateMachine.isBeginning)
    }

    @Test func withoutItsAnswerBeginFailsUntilTheNextLink() {
        var harness = asking()
        harness.advance(.seconds(5))
        harness.step(.answered)
        _ = harness.takeTexts()
        harness.input(.axis(Code.rz, 255))
        harness.advance(.seconds(5))
        #expect(harness.sent.isEmpty && harness.sentToSensor.count == 1 && harness.stateMachine.unansweredStep == 1)
        harness.step(.link(.down))
        harness.step(.link(.up(takenOver: false)))
        harness.advance(.seconds(1))
        #expect(harness.sentToSensor.count == 2 && harness.stateMachine.unansweredStep == nil)
    }

    // MARK: the end

    @Test func endFollowsTheZeros() {
        var harness = DriveHarness.opened(arm(end: [.send(Self.bye)]))
        harness.advance(.seconds(2))
        harness.input(.axis(Code.rz, 255))
        _ = harness.takeTexts()
        harness.step(.shutdown)
        #expect(harness.stateMachine.lastBytesDue != nil)
        harness.advance(.seconds(1))
        #expect(harness.takeTexts() == ["slider S>", "slider S>", "slider S>"])
        #expect(harness.sentToSensor.last?.bytes == [0x12, 3] && harness.sentToSensor.last?.behind == 3)
        #expect(harness.stateMachine.lastBytesDue == nil && harness.deadline == nil)
    }

    /// Torque that is switched off drops an arm: not while it is stopped, and not before it was switched on.
    @Test func endDoesNotFollowAStopOrAnUnfinishedBegin() {
        var stopped = DriveHarness.opened(arm(end: [.send(Self.bye)]))
        stopped.advance(.seconds(2))
        stopped.step(.operator(.stop))
        stopped.step(.shutdown)
        stopped.advance(.seconds(1))
        #expect(stopped.sentToSensor.last?.bytes == [0x11, 2])
        var early = DriveHarness.opened(arm(end: [.send(Self.bye)]))
        early.step(.shutdown)
        early.advance(.seconds(1))
        #expect(!early.sentToSensor.contains { $0.bytes == [0x12, 3] })
    }
}
