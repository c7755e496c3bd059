import Testing
import WaldoCore
import WaldoTestSupport

/// A halt's zeros are all sent, whatever the operator's hands do meanwhile.
@Suite struct HaltTests {
    /// A pad at rest, on an arm whose zeros take longer than the gate's quarter second.
    func bench(_ arm: Arm = .robot, interval: Microseconds = .milliseconds(80)) -> StateMachineBench {
        var arm = arm
        arm.pacing.interval = interval
        var bench = StateMachineBench(arm, .pad())
        bench.start(.padAtRest)
        return bench
    }

    @Test(arguments: [Arm.robot, .rover, .combined])
    func aTouchDuringAHaltWaitsForAllZerosAndThenMoves(arm: Arm) {
        var bench = bench(arm, interval: .milliseconds(200))
        bench.input(.axis(Code.rz, 255))
        bench.advance(.milliseconds(10))
        bench.input(.axis(Code.rz, 0))
        bench.step(.operator(.halt(.suspended)))
        bench.advance(.milliseconds(260))
        let start = bench.sent.count
        bench.input(.axis(Code.rz, 255))
        bench.advance(.seconds(3))
        #expect(bench.stateMachine.hasSentZeros)
        let later = bench.sent[start...].map(\.command).filter { $0.channel == .slider }
        #expect(later.first?.value == 0)
        #expect(later.last?.value == arm.channels.slider?.range.high)
    }

    @Test func aHaltThatTheLinkCouldNotTakeIsNotSwallowedByANewTouch() {
        var bench = bench()
        bench.linkIsSlow = true
        bench.input(.axis(Code.rz, 255))
        bench.input(.axis(Code.rz, 0))
        bench.step(.operator(.halt(.suspended)))
        bench.advance(.milliseconds(300))
        #expect(bench.stateMachine.gateState(.slider) == .open)
        bench.input(.axis(Code.rz, 255))
        #expect(bench.takeTexts() == ["slider F>"])
        for _ in 0..<4 {
            bench.step(.link(.ready))
            bench.advance(.milliseconds(100))
        }
        #expect(bench.takeTexts() == ["slider S>", "slider S>", "slider S>", "slider F>"])
    }

    @Test func aMotionRefusedInFlightIsFollowedByTheStopThatCameMeanwhile() {
        var bench = bench()
        bench.linkIsSlow = true
        bench.input(.axis(Code.rz, 255))
        bench.advance(.milliseconds(100))
        bench.step(.operator(.stop))
        #expect(bench.takeTexts() == ["slider F>"])
        bench.step(.link(.refused))
        for _ in 0..<4 {
            bench.step(.link(.ready))
            bench.advance(.milliseconds(100))
        }
        #expect(bench.takeTexts() == ["slider S>", "slider S>", "slider S>"])
        #expect(bench.stateMachine.hasSentZeros)
    }

    /// A position that the link refuses after a halt never reached the arm, so the halt discards it with the rest.
    @Test(arguments: [Arm.robot, .follower, .combined], [DriveEvent.operator(.stop), .inputLost])
    func aPositionRefusedInFlightIsForgottenByTheHaltThatCameMeanwhile(arm: Arm, halt: DriveEvent) {
        var bench = bench(arm)
        bench.linkIsSlow = true
        bench.input(.axis(Code.rx, 32767))
        bench.advance(.milliseconds(200))
        bench.input(.axis(Code.rx, 0))
        bench.advance(.milliseconds(300))
        let sent = bench.sent.map(\.command)
        #expect(sent.count == 1 && sent[0].channel == .zx && sent[0].value > 0)
        bench.step(halt)
        bench.step(.link(.refused))
        for _ in 0..<5 {
            bench.step(.link(.ready))
            bench.advance(.milliseconds(100))
        }
        #expect(bench.sent.dropFirst().allSatisfy { $0.command.channel == .slider && $0.command.value == 0 })
        #expect(bench.stateMachine.written(.zx) == 0)
        #expect(bench.stateMachine.number(.zx, at: bench.now) == 0)
    }

    /// Closing the terminal wakes a suspended process and ends it; a halt may be followed by the drive's end. The zeros
    /// still keep the arm's pacing: one that was just sent is not sent again within the interval.
    @Test(arguments: [HaltReason.suspended, .inputLost])
    func theEndInTheMiddleOfAHaltKeepsThePaceOfItsZeros(reason: HaltReason) {
        var bench = bench()
        bench.input(.axis(Code.rz, 255))
        bench.advance(.milliseconds(100))
        _ = bench.takeTexts()
        bench.step(.operator(.halt(reason)))
        #expect(bench.takeTexts() == ["slider S>"])
        bench.advance(.milliseconds(10))
        bench.step(.shutdown)
        #expect(bench.takeTexts() == [])
        bench.advance(.milliseconds(70))
        #expect(bench.takeTexts() == ["slider S>"])
        bench.advance(.milliseconds(80))
        #expect(bench.takeTexts() == ["slider S>"])
        #expect(bench.stateMachine.hasSentZeros)
    }

    @Test func aCommandThatTheLinkRefusedIsNotToldAsDropped() {
        var bench = bench()
        bench.input(.axis(Code.rz, 255))
        _ = bench.takeNotices()
        bench.step(.link(.refused))
        #expect(!bench.takeNotices().contains(.dropped))
    }

    @Test func whatHasBeenSaidIsNotSaidAgainBeforeTheNextMotion() {
        var bench = bench()
        bench.input(.axis(Code.rz, 255))
        bench.step(.operator(.halt(.suspended)))
        bench.advance(.milliseconds(90))
        bench.step(.operator(.halt(.suspended)))
        bench.advance(.seconds(1))
        #expect(bench.takeTexts() == ["slider F>", "slider S>", "slider S>", "slider S>"])
        bench.step(.operator(.halt(.suspended)))
        bench.step(.operator(.stop))
        bench.advance(.seconds(1))
        #expect(bench.takeTexts() == [])
        #expect(bench.takeNotices().contains(.halt) && bench.stateMachine.isStopped)
    }

    @Test func aLateStepHaltsInTheMiddleOfAReportToo() {
        var bench = bench()
        bench.input(.axis(Code.rz, 255))
        let late = bench.deadline! + DriveStateMachine.lateness + 1
        var stateMachine = bench.stateMachine
        let step = stateMachine.step(.input(.axis(Code.rz, 200)), at: late)
        #expect(step.command?.frame == Frame("S>".utf8))
        #expect(step.deadline != nil)
    }

    @Test(arguments: [DriveEvent.operator(.stop), .link(.down), .inputLost, .operator(.halt(.suspended))])
    func aRecentringThatAHaltEndedBeginsOnlyWithANewPress(loss: DriveEvent) {
        var bench = bench(.follower)
        bench.input(.axis(Code.rx, 32767))
        bench.advance(.seconds(1))
        bench.input(.axis(Code.rx, 0))
        bench.input(.key(Code.select, down: true))
        bench.advance(.milliseconds(700))
        bench.step(loss)
        var state = InputState.padAtRest
        state.keysDown = [Code.select]
        if loss == .inputLost { bench.step(.inputAdded(state)) } else { bench.step(.inputResynced(state)) }
        if loss == .link(.down) { bench.step(.link(.up(takenOver: false))) }
        bench.step(.operator(.resume))
        bench.advance(.milliseconds(400))
        _ = bench.takeTexts()
        bench.advance(.seconds(2))
        #expect(bench.takeTexts() == [])
        bench.input(.key(Code.select, down: false))
        bench.input(.key(Code.select, down: true))
        bench.advance(.seconds(3))
        #expect(bench.takeTexts().last == "zx x0;")
    }

    @Test func aRecentringKeyPressedBehindAShutGateStaysDead() {
        var bench = bench(.follower)
        bench.input(.axis(Code.rx, 32767))
        bench.advance(.seconds(1))
        bench.input(.axis(Code.rx, 0))
        bench.step(.operator(.halt(.suspended)))
        bench.advance(.milliseconds(100))
        _ = bench.takeTexts()
        bench.input(.key(Code.select, down: true))
        bench.advance(.seconds(2))
        #expect(bench.takeTexts().filter { $0 != "slider s0;" } == [])
        #expect(bench.deadline == nil)
    }

    @Test func aStickMovesNoVelocityWhileItsClutchIsUp() {
        var bench = StateMachineBench(.rover, .pad(.hold, clutch: [Code.tl]))
        bench.start(.padAtRest)
        bench.input(.axis(Code.rx, 32767))
        bench.advance(.seconds(1))
        #expect(bench.takeTexts() == [])
        bench.input(.key(Code.tl, down: true))
        #expect(bench.takeTexts() == ["zx x100;"])
        bench.input(.key(Code.tl, down: false))
        bench.advance(.seconds(1))
        #expect(bench.takeTexts() == ["zx x0;", "zx x0;", "zx x0;"])
    }
}
