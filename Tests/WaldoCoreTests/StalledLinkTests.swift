import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

/// What was written does not leave: a halt, and nothing that the operator does meanwhile is executed later.
@Suite struct StalledLinkTests {
    private func driving(_ arm: Arm = .robot) -> DriveHarness {
        var harness = DriveHarness(arm, .pad())
        harness.start(.padAtRest)
        harness.input(.axis(Code.rx, 32_767))
        harness.advance(.milliseconds(400))
        return harness
    }

    @Test func aHeldPositionReturnsToWhatWasWritten() {
        var harness = driving(.follower)
        let written = harness.stateMachine.written(.zx)
        #expect(written != 0)
        harness.step(.link(.windowFull))
        harness.advance(.milliseconds(300))
        harness.step(.link(.stalled))
        #expect(harness.takeNotices().contains(.halt) && harness.stateMachine.lastHalt == .stalled)
        #expect(harness.stateMachine.number(.zx, at: harness.now) == written)
        harness.advance(.seconds(8))
        #expect(harness.stateMachine.number(.zx, at: harness.now) == written)
        _ = harness.takeTexts()
        #expect(harness.stateMachine.gateState(.joystick) == .stalled)
        harness.input(.axis(Code.rx, 0))
        harness.step(.link(.flowing))
        harness.advance(.seconds(2))
        #expect(harness.takeTexts().isEmpty)
        #expect(harness.stateMachine.gateState(.joystick) == .open)
    }

    /// A control that is still held when the link flows again is dead until it has been at rest.
    @Test func whatIsStillHeldMovesNothing() {
        var harness = driving()
        harness.input(.axis(Code.rz, 255))
        harness.advance(.milliseconds(200))
        harness.step(.link(.stalled))
        harness.advance(.milliseconds(500))
        #expect(harness.takeTexts().suffix(3) == ["slider S>", "slider S>", "slider S>"])
        harness.step(.link(.flowing))
        harness.advance(.seconds(2))
        #expect(harness.takeTexts().isEmpty)
        harness.input(.axis(Code.rz, 0))
        harness.advance(.milliseconds(300))
        harness.input(.axis(Code.rz, 255))
        #expect(harness.takeTexts() == ["slider F>"])
    }

    /// The halt's own zeros are written as the last that the link takes (`held`), which does not mean that it flows
    /// again.
    @Test func theZerosOfTheHaltEndNoStall() {
        var harness = driving()
        harness.input(.axis(Code.rx, 0))
        harness.advance(.milliseconds(300))
        harness.step(.link(.stalled))
        harness.step(.link(.windowFull))
        let written = harness.stateMachine.written(.zx)
        harness.advance(.milliseconds(300))
        #expect(
            harness.stateMachine.gateState(.slider) == .stalled && harness.stateMachine.gateState(.joystick) == .stalled
        )
        harness.input(.axis(Code.rx, 32_767))
        harness.advance(.seconds(1))
        harness.input(.axis(Code.rx, 0))
        _ = harness.takeTexts()
        harness.step(.link(.flowing))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts().isEmpty && harness.stateMachine.number(.zx, at: harness.now) == written)
    }

    @Test func itIsReportedOnceHoweverOftenTheLinkReportsIt() {
        var harness = driving()
        harness.step(.link(.stalled))
        _ = harness.takeNotices()
        harness.step(.link(.stalled))
        #expect(!harness.takeNotices().contains(.halt))
        #expect(harness.stateMachine.link == .up(.stalled, isBusy: false))
    }

    // MARK: a link that has just opened

    @Test func aLinkThatHasOpenedTakesZerosAndNothingElse() {
        var harness = DriveHarness(.robot, .pad())
        harness.step(.inputAdded(.padAtRest))
        harness.step(.link(.opened(takenOver: true)))
        #expect(harness.takeTexts() == ["slider S>"])
        harness.advance(.seconds(1))
        #expect(harness.takeTexts() == ["slider S>", "slider S>"])
        #expect(harness.stateMachine.gateState(.slider) == .link)
        harness.input(.axis(Code.rz, 255))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts().isEmpty)
        harness.step(.link(.flowing))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts().isEmpty && harness.stateMachine.gateState(.slider) == .held)
    }

    /// A link that was lost before it flowed has moved nothing.
    @Test func aFirstConnectionThatNeverFlowedOwesNothing() {
        var harness = DriveHarness(.robot, .pad())
        harness.step(.inputAdded(.padAtRest))
        for _ in 0..<3 {
            harness.step(.link(.opened(takenOver: false)))
            harness.step(.link(.down))
        }
        harness.step(.link(.opened(takenOver: false)))
        harness.step(.link(.flowing))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts().isEmpty && harness.stateMachine.gateState(.slider) == .open)
    }
}
