import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

/// Fingers on the panel: the same state machine and the same gates as for other inputs.
@Suite struct FingerTests {
    /// A panel and no other input, ready to drive.
    func panel(_ arm: Arm = .robot) -> DriveHarness {
        var harness = DriveHarness(arm, .keyboard())
        harness.step(.link(.up(takenOver: false)))
        harness.step(.finger(.there))
        harness.advance(.milliseconds(300))
        return harness
    }

    /// A pad and a panel, ready to drive.
    func both(_ arm: Arm = .robot) -> DriveHarness {
        var harness = DriveHarness(arm, .pad())
        harness.start(.padAtRest)
        harness.step(.finger(.there))
        return harness
    }

    @Test func aFingerOnTheSliderIsAVelocityAndItsReleaseIsZeroAtOnce() {
        var harness = panel(.rover)
        harness.step(.finger(.slider(500)))
        harness.advance(.milliseconds(150))
        #expect(harness.takeTexts() == ["slider s50;", "slider s50;"])
        let released = harness.now
        harness.step(.finger(.released(.slider)))
        #expect(harness.sent.map(\.at) == [released])
        harness.advance(.seconds(5))
        #expect(harness.takeTexts() == ["slider s0;", "slider s0;", "slider s0;"])
        #expect(harness.deadline == nil)
    }

    @Test func whatLiesBeyondTheSliderCountsAsItsEnd() {
        var harness = panel(.rover)
        harness.step(.finger(.slider(.max)))
        harness.step(.finger(.released(.slider)))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts().first == "slider s100;")
    }

    @Test func aTouchMovesTheHeldPositionByTheFingersWayAndNeverJumps() {
        var harness = panel(.follower)
        harness.step(.finger(.joystick(x: 0, y: 0)))
        harness.step(.finger(.joystick(x: 400, y: -200)))
        harness.advance(.milliseconds(100))
        #expect(harness.takeTexts() == ["zx x40;", "zy y-20;"])
        harness.step(.finger(.released(.joystick)))
        harness.advance(.seconds(1))
        // The position stays where it was left, and a new touch starts from there.
        harness.step(.finger(.joystick(x: 0, y: 0)))
        harness.advance(.milliseconds(200))
        #expect(harness.takeTexts() == [])
        harness.step(.finger(.joystick(x: 100, y: 100)))
        harness.advance(.milliseconds(200))
        #expect(harness.takeTexts() == ["zx x50;", "zy y-10;"])
    }

    @Test func theDiscIsTheFingersWay() {
        var harness = panel(.follower)
        harness.step(.finger(.joystick(x: 2_000, y: 2_000)))
        harness.advance(.milliseconds(200))
        #expect(harness.takeTexts() == ["zx x71;", "zy y71;"])
    }

    @Test func whereAPositionIsSentOnReleaseTheFingersReleaseSendsIt() {
        var harness = panel(.robot)
        harness.step(.finger(.joystick(x: 0, y: 0)))
        for way in 1...9 { harness.step(.finger(.joystick(x: Int32(way) * 50, y: 0))) }
        harness.advance(.seconds(1))
        #expect(harness.takeTexts() == [])
        harness.step(.finger(.released(.joystick)))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts() == ["zx R45>"])
    }

    @Test func aDoubleTapRecentres() {
        var harness = panel(.robot)
        harness.step(.finger(.joystick(x: 300, y: 600)))
        harness.step(.finger(.released(.joystick)))
        harness.advance(.seconds(5))
        _ = harness.takeTexts()
        for _ in 0..<2 {
            harness.step(.finger(.joystick(x: 0, y: 0)))
            harness.step(.finger(.released(.joystick)))
        }
        harness.step(.finger(.recentre))
        harness.advance(.seconds(5))
        #expect(harness.takeTexts().sorted() == ["zx R0>", "zy U0>"])
    }

    @Test(arguments: [DriveEvent.operator(.stop), .link(.down)])
    func aDoubleTapBehindAShutGateRecentresNothing(shuts: DriveEvent) {
        var harness = panel(.robot)
        harness.step(.finger(.joystick(x: 300, y: 600)))
        harness.step(.finger(.released(.joystick)))
        harness.advance(.seconds(5))
        harness.step(shuts)
        harness.advance(.seconds(1))
        _ = harness.takeTexts()
        harness.step(.finger(.recentre))
        harness.advance(.seconds(5))
        #expect(harness.takeTexts() == [])
        #expect(harness.stateMachine.number(.zx, at: harness.now) == 30)
    }

    @Test func onAVelocityTheJoystickIsLiveAndSpringsBack() {
        var harness = panel(.rover)
        harness.step(.finger(.joystick(x: 600, y: 0)))
        harness.advance(.milliseconds(50))
        #expect(harness.takeTexts() == ["zx x60;"])
        harness.step(.finger(.released(.joystick)))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts() == ["zx x0;", "zx x0;", "zx x0;"])
    }

    @Test(arguments: [FingerEvent.lost, .gone])
    func aLostFingerHaltsAndReleasesNothing(loss: FingerEvent) {
        var harness = panel()
        harness.step(.finger(.slider(1_000)))
        harness.step(.finger(.joystick(x: 500, y: 0)))
        harness.advance(.milliseconds(150))
        _ = harness.takeTexts()
        let lost = harness.now
        harness.step(.finger(loss))
        #expect(harness.stateMachine.lastHalt == .panelLost)
        harness.advance(.seconds(5))
        #expect(harness.sent.map(\.text) == ["slider S>", "slider S>", "slider S>"])
        #expect(harness.sent.map { ($0.at - lost).microseconds } == [0, 80_000, 160_000])
        #expect(harness.stateMachine.number(.zx, at: harness.now) == 0)
        #expect(harness.stateMachine.gateState(.slider) == (loss == .gone ? .input : .open))
    }

    @Test func aFingerThatIsDownWhenTheLinkComesBackHasToBeLifted() {
        var harness = panel()
        harness.step(.finger(.slider(1_000)))
        harness.advance(.milliseconds(150))
        harness.step(.link(.down))
        harness.advance(.seconds(1))
        harness.step(.link(.up(takenOver: false)))
        harness.step(.finger(.slider(900)))
        harness.advance(.seconds(1))
        #expect(harness.stateMachine.gateState(.slider) == .held)
        #expect(harness.stateMachine.heldSources(.slider) == [.finger])
        _ = harness.takeTexts()
        harness.step(.finger(.released(.slider)))
        harness.advance(.milliseconds(249))
        harness.step(.finger(.slider(900)))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts() == [])
        harness.step(.finger(.released(.slider)))
        harness.advance(.milliseconds(250))
        harness.step(.finger(.slider(900)))
        #expect(harness.takeTexts() == ["slider F>"])
    }

    @Test func aPanelThatComesWaitsAQuarterSecond() {
        var harness = DriveHarness(.robot, .keyboard())
        harness.step(.link(.up(takenOver: false)))
        harness.advance(.seconds(5))
        #expect(harness.stateMachine.gateState(.slider) == .input)
        harness.step(.finger(.there))
        harness.step(.finger(.slider(1_000)))
        harness.advance(.seconds(5))
        #expect(harness.takeTexts() == [])
    }

    @Test func aResumeAsksForLiftedFingers() {
        var harness = panel()
        harness.step(.operator(.stop))
        harness.step(.finger(.slider(1_000)))
        harness.step(.operator(.resume))
        #expect(harness.takeNotices().contains(.resumeRefused))
        #expect(harness.stateMachine.isStopped)
    }

    // MARK: pad and panel at once

    @Test func theFingerThatTouchedFirstHoldsTheSliderUntilItLetsGo() {
        var harness = both(.rover)
        harness.step(.finger(.slider(300)))
        harness.advance(.milliseconds(50))
        harness.input(.axis(Code.z, 255))
        harness.advance(.milliseconds(50))
        harness.step(.finger(.released(.slider)))
        harness.advance(.milliseconds(500))
        // The trigger is still held: it moves nothing until it has been at rest.
        #expect(Set(harness.takeTexts()) == ["slider s30;", "slider s0;"])
        harness.input(.axis(Code.z, 0))
        harness.advance(.milliseconds(100))
        harness.input(.axis(Code.z, 255))
        #expect(harness.takeTexts() == ["slider s-100;"])
    }

    @Test func thePadThatTouchedFirstHoldsTheSliderUntilItLetsGo() {
        var harness = both(.rover)
        harness.input(.axis(Code.rz, 255))
        harness.advance(.milliseconds(50))
        harness.step(.finger(.slider(-300)))
        harness.advance(.milliseconds(50))
        harness.input(.axis(Code.rz, 0))
        harness.advance(.milliseconds(500))
        #expect(Set(harness.takeTexts()) == ["slider s100;", "slider s0;"])
        harness.step(.finger(.released(.slider)))
        harness.step(.finger(.slider(-300)))
        #expect(harness.takeTexts() == ["slider s-30;"])
    }

    @Test func theTwoControlsHaveHandsOfTheirOwn() {
        var harness = both(.follower)
        harness.input(.axis(Code.rz, 255))
        harness.step(.finger(.joystick(x: 250, y: 0)))
        harness.advance(.milliseconds(100))
        #expect(Set(harness.takeTexts()) == ["slider s100;", "zx x25;"])
    }

    @Test func aPanelThatLeavesUntouchedDisturbsNoPad() {
        var harness = both(.rover)
        harness.input(.axis(Code.rz, 255))
        harness.advance(.milliseconds(50))
        _ = harness.takeNotices()
        harness.step(.finger(.gone))
        harness.step(.finger(.there))
        harness.step(.finger(.lost))
        harness.advance(.milliseconds(150))
        #expect(!harness.takeNotices().contains(.halt))
        #expect(Set(harness.takeTexts()) == ["slider s100;"])
    }

    @Test func aPanelDrivesOnWhenThePadIsLost() {
        var harness = both(.rover)
        harness.step(.inputLost)
        harness.advance(.seconds(1))
        _ = harness.takeTexts()
        harness.step(.finger(.slider(300)))
        #expect(harness.takeTexts() == ["slider s30;"])
    }
}
