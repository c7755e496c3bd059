import Testing
import WaldoCore
import WaldoTestSupport

/// What was written does not leave: a halt, and nothing that the operator does meanwhile is executed later.
@Suite struct StalledLinkTests {
    private func driving(_ arm: Arm = .robot) -> StateMachineBench {
        var bench = StateMachineBench(arm, .pad())
        bench.start(.padAtRest)
        bench.input(.axis(Code.rx, 32_767))
        bench.advance(.milliseconds(400))
        return bench
    }

    @Test func aHeldPositionReturnsToWhatWasWritten() {
        var bench = driving(.follower)
        let written = bench.stateMachine.written(.zx)
        #expect(written != 0)
        bench.step(.link(.held))
        bench.advance(.milliseconds(300))
        bench.step(.link(.stalled))
        #expect(bench.takeNotices().contains(.halt) && bench.stateMachine.lastHalt == .stalled)
        #expect(bench.stateMachine.number(.zx, at: bench.now) == written)
        bench.advance(.seconds(8))
        #expect(bench.stateMachine.number(.zx, at: bench.now) == written)
        _ = bench.takeTexts()
        #expect(bench.stateMachine.gateState(.joystick) == .stalled)
        bench.input(.axis(Code.rx, 0))
        bench.step(.link(.flowing))
        bench.advance(.seconds(2))
        #expect(bench.takeTexts().isEmpty)
        #expect(bench.stateMachine.gateState(.joystick) == .open)
    }

    /// A control that is still held when the link flows again is dead until it has been at rest.
    @Test func whatIsStillHeldMovesNothing() {
        var bench = driving()
        bench.input(.axis(Code.rz, 255))
        bench.advance(.milliseconds(200))
        bench.step(.link(.stalled))
        bench.advance(.milliseconds(500))
        #expect(bench.takeTexts().suffix(3) == ["slider S>", "slider S>", "slider S>"])
        bench.step(.link(.flowing))
        bench.advance(.seconds(2))
        #expect(bench.takeTexts().isEmpty)
        bench.input(.axis(Code.rz, 0))
        bench.advance(.milliseconds(300))
        bench.input(.axis(Code.rz, 255))
        #expect(bench.takeTexts() == ["slider F>"])
    }

    /// The halt's own zeros are written as the last that the link takes (`held`), which does not mean that it flows
    /// again.
    @Test func theZerosOfTheHaltEndNoStall() {
        var bench = driving()
        bench.input(.axis(Code.rx, 0))
        bench.advance(.milliseconds(300))
        bench.step(.link(.stalled))
        bench.step(.link(.held))
        let written = bench.stateMachine.written(.zx)
        bench.advance(.milliseconds(300))
        #expect(
            bench.stateMachine.gateState(.slider) == .stalled && bench.stateMachine.gateState(.joystick) == .stalled)
        bench.input(.axis(Code.rx, 32_767))
        bench.advance(.seconds(1))
        bench.input(.axis(Code.rx, 0))
        _ = bench.takeTexts()
        bench.step(.link(.flowing))
        bench.advance(.seconds(1))
        #expect(bench.takeTexts().isEmpty && bench.stateMachine.number(.zx, at: bench.now) == written)
    }

    @Test func itIsToldOnceHoweverOftenTheLinkSaysSo() {
        var bench = driving()
        bench.step(.link(.stalled))
        _ = bench.takeNotices()
        bench.step(.link(.stalled))
        #expect(!bench.takeNotices().contains(.halt))
        #expect(bench.stateMachine.link == .up(.stalled, isBusy: false))
    }

    // MARK: a link that has just opened

    @Test func aLinkThatHasOpenedTakesZerosAndNothingElse() {
        var bench = StateMachineBench(.robot, .pad())
        bench.step(.inputAdded(.padAtRest))
        bench.step(.link(.opened(takenOver: true)))
        #expect(bench.takeTexts() == ["slider S>"])
        bench.advance(.seconds(1))
        #expect(bench.takeTexts() == ["slider S>", "slider S>"])
        #expect(bench.stateMachine.gateState(.slider) == .link)
        bench.input(.axis(Code.rz, 255))
        bench.advance(.seconds(1))
        #expect(bench.takeTexts().isEmpty)
        bench.step(.link(.flowing))
        bench.advance(.seconds(1))
        #expect(bench.takeTexts().isEmpty && bench.stateMachine.gateState(.slider) == .held)
    }

    /// A link that was lost before it flowed has moved nothing.
    @Test func aFirstConnectionThatNeverFlowedOwesNothing() {
        var bench = StateMachineBench(.robot, .pad())
        bench.step(.inputAdded(.padAtRest))
        for _ in 0..<3 {
            bench.step(.link(.opened(takenOver: false)))
            bench.step(.link(.down))
        }
        bench.step(.link(.opened(takenOver: false)))
        bench.step(.link(.flowing))
        bench.advance(.seconds(1))
        #expect(bench.takeTexts().isEmpty && bench.stateMachine.gateState(.slider) == .open)
    }
}
