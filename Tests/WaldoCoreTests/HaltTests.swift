import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

/// A halt's zeros are all sent, whatever the operator's hands do meanwhile.
@Suite struct HaltTests {
    /// A pad at rest, on an arm whose zeros take longer than the gate's quarter second.
    func harness(_ arm: Arm = .robot, interval: TimeSpan = .milliseconds(80)) -> DriveHarness {
        var arm = arm
        arm.pacing.interval = interval
        var harness = DriveHarness(arm, .pad())
        harness.start(.padAtRest)
        return harness
    }

    @Test(arguments: [Arm.robot, .rover, .combined])
    func aTouchDuringAHaltWaitsForAllZerosAndThenMoves(arm: Arm) {
        var harness = harness(arm, interval: .milliseconds(200))
        harness.input(.axis(Code.rz, 255))
        harness.advance(.milliseconds(10))
        harness.input(.axis(Code.rz, 0))
        harness.step(.halt(.suspended))
        harness.advance(.milliseconds(260))
        let start = harness.sent.count
        harness.input(.axis(Code.rz, 255))
        harness.advance(.seconds(3))
        #expect(harness.stateMachine.hasSentZeros)
        let later = harness.sent[start...].map(\.command).filter { $0.channel == .slider }
        #expect(later.first?.value == 0)
        #expect(later.last?.value == arm.profiles.slider.range.high)
    }

    @Test func aHaltThatTheLinkCouldNotTakeIsNotSwallowedByANewTouch() {
        var harness = harness()
        harness.linkIsSlow = true
        harness.input(.axis(Code.rz, 255))
        harness.input(.axis(Code.rz, 0))
        harness.step(.halt(.suspended))
        harness.advance(.milliseconds(300))
        #expect(harness.stateMachine.gateState(.slider) == .open)
        harness.input(.axis(Code.rz, 255))
        #expect(harness.takeTexts() == ["slider F>"])
        for _ in 0..<4 {
            harness.step(.link(.ready))
            harness.advance(.milliseconds(100))
        }
        #expect(harness.takeTexts() == ["slider S>", "slider S>", "slider S>", "slider F>"])
    }

    @Test func aMotionRefusedInFlightIsFollowedByTheStopThatCameMeanwhile() {
        var harness = harness()
        harness.linkIsSlow = true
        harness.input(.axis(Code.rz, 255))
        harness.advance(.milliseconds(100))
        harness.step(.operator(.stop))
        #expect(harness.takeTexts() == ["slider F>"])
        harness.step(.link(.refused))
        for _ in 0..<4 {
            harness.step(.link(.ready))
            harness.advance(.milliseconds(100))
        }
        #expect(harness.takeTexts() == ["slider S>", "slider S>", "slider S>"])
        #expect(harness.stateMachine.hasSentZeros)
    }

    /// A position that the link refuses after a halt never reached the arm, so the halt discards it with the rest.
    @Test(arguments: [Arm.robot, .follower, .combined], [DriveEvent.operator(.stop), .inputLost])
    func aPositionRefusedInFlightIsForgottenByTheHaltThatCameMeanwhile(arm: Arm, halt: DriveEvent) {
        var harness = harness(arm)
        harness.linkIsSlow = true
        harness.input(.axis(Code.rx, 32767))
        harness.advance(.milliseconds(200))
        harness.input(.axis(Code.rx, 0))
        harness.advance(.milliseconds(300))
        let sent = harness.sent.map(\.command)
        #expect(sent.count == 1 && sent[0].channel == .zx && sent[0].value > 0)
        harness.step(halt)
        harness.step(.link(.refused))
        for _ in 0..<5 {
            harness.step(.link(.ready))
            harness.advance(.milliseconds(100))
        }
        #expect(harness.sent.dropFirst().allSatisfy { $0.command.channel == .slider && $0.command.value == 0 })
        #expect(harness.stateMachine.written(.zx) == 0)
        #expect(harness.stateMachine.number(.zx, at: harness.now) == 0)
    }

    /// Closing the terminal wakes a suspended process and ends it; a halt may be followed by the drive's end. The zeros
    /// still keep the arm's pacing: one that was just sent is not sent again within the interval.
    @Test(arguments: [HaltReason.suspended, .inputLost])
    func theEndInTheMiddleOfAHaltKeepsThePaceOfItsZeros(reason: HaltReason) {
        var harness = harness()
        harness.input(.axis(Code.rz, 255))
        harness.advance(.milliseconds(100))
        _ = harness.takeTexts()
        harness.step(.halt(reason))
        #expect(harness.takeTexts() == ["slider S>"])
        harness.advance(.milliseconds(10))
        harness.step(.shutdown)
        #expect(harness.takeTexts() == [])
        harness.advance(.milliseconds(70))
        #expect(harness.takeTexts() == ["slider S>"])
        harness.advance(.milliseconds(80))
        #expect(harness.takeTexts() == ["slider S>"])
        #expect(harness.stateMachine.hasSentZeros)
    }

    @Test func aCommandThatTheLinkRefusedIsNotReportedAsDropped() {
        var harness = harness()
        harness.input(.axis(Code.rz, 255))
        _ = harness.takeNotices()
        harness.step(.link(.refused))
        #expect(!harness.takeNotices().contains(.dropped))
    }

    @Test func whatHasBeenSentIsNotSentAgainBeforeTheNextMotion() {
        var harness = harness()
        harness.input(.axis(Code.rz, 255))
        harness.step(.halt(.suspended))
        harness.advance(.milliseconds(90))
        harness.step(.halt(.suspended))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts() == ["slider F>", "slider S>", "slider S>", "slider S>"])
        harness.step(.halt(.suspended))
        harness.step(.operator(.stop))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts() == [])
        #expect(harness.takeNotices().contains(.halt) && harness.stateMachine.isStopped)
    }

    @Test func aLateStepHaltsInTheMiddleOfAReportToo() {
        var harness = harness()
        harness.input(.axis(Code.rz, 255))
        let late = harness.deadline! + DriveStateMachine.maxLateness + .microseconds(1)
        var stateMachine = harness.stateMachine
        let step = stateMachine.step(.input(.axis(Code.rz, 200)), at: late)
        #expect(step.command?.frame == Frame("S>".utf8))
        #expect(step.deadline != nil)
    }

    @Test(arguments: [DriveEvent.operator(.stop), .link(.down), .inputLost, .halt(.suspended)])
    func aRecentringThatAHaltEndedBeginsOnlyWithANewPress(loss: DriveEvent) {
        var harness = harness(.follower)
        harness.input(.axis(Code.rx, 32767))
        harness.advance(.seconds(1))
        harness.input(.axis(Code.rx, 0))
        harness.input(.key(Code.select, down: true))
        harness.advance(.milliseconds(700))
        harness.step(loss)
        var state = InputState.padAtRest
        state.keysDown = [Code.select]
        if loss == .inputLost { harness.step(.inputAdded(state)) } else { harness.step(.inputResynced(state)) }
        if loss == .link(.down) { harness.step(.link(.up(takenOver: false))) }
        harness.step(.operator(.resume))
        harness.advance(.milliseconds(400))
        _ = harness.takeTexts()
        harness.advance(.seconds(2))
        #expect(harness.takeTexts() == [])
        harness.input(.key(Code.select, down: false))
        harness.input(.key(Code.select, down: true))
        harness.advance(.seconds(3))
        #expect(harness.takeTexts().last == "zx x0;")
    }

    @Test func aRecentringKeyPressedBehindAShutGateStaysDead() {
        var harness = harness(.follower)
        harness.input(.axis(Code.rx, 32767))
        harness.advance(.seconds(1))
        harness.input(.axis(Code.rx, 0))
        harness.step(.halt(.suspended))
        harness.advance(.milliseconds(100))
        _ = harness.takeTexts()
        harness.input(.key(Code.select, down: true))
        harness.advance(.seconds(2))
        #expect(harness.takeTexts().filter { $0 != "slider s0;" } == [])
        #expect(harness.deadline == nil)
    }

    @Test func aStickMovesNoVelocityWhileItsClutchIsUp() {
        var harness = DriveHarness(.rover, .pad(.hold, clutch: [Code.tl]))
        harness.start(.padAtRest)
        harness.input(.axis(Code.rx, 32767))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts() == [])
        harness.input(.key(Code.tl, down: true))
        #expect(harness.takeTexts() == ["zx x100;"])
        harness.input(.key(Code.tl, down: false))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts() == ["zx x0;", "zx x0;", "zx x0;"])
    }
}
