import Testing
import WaldoCore
import WaldoTestSupport

/// Fingers on the panel: the same state machine and the same gates as for other inputs.
@Suite struct FingerTests {
    /// A panel and no other input, ready to drive.
    func panel(_ arm: Arm = .robot) -> StateMachineBench {
        var bench = StateMachineBench(arm, .keyboard())
        bench.step(.link(.up(takenOver: false)))
        bench.step(.finger(.there))
        bench.advance(.milliseconds(300))
        return bench
    }

    /// A pad and a panel, ready to drive.
    func both(_ arm: Arm = .robot) -> StateMachineBench {
        var bench = StateMachineBench(arm, .pad())
        bench.start(.padAtRest)
        bench.step(.finger(.there))
        return bench
    }

    @Test func aFingerOnTheSliderIsAVelocityAndItsReleaseIsZeroAtOnce() {
        var bench = panel(.rover)
        bench.step(.finger(.slider(500)))
        bench.advance(.milliseconds(150))
        #expect(bench.takeTexts() == ["slider s50;", "slider s50;"])
        let released = bench.now
        bench.step(.finger(.letGo(.slider)))
        #expect(bench.sent.map(\.at) == [released])
        bench.advance(.seconds(5))
        #expect(bench.takeTexts() == ["slider s0;", "slider s0;", "slider s0;"])
        #expect(bench.deadline == nil)
    }

    @Test func whatLiesBeyondTheSliderCountsAsItsEnd() {
        var bench = panel(.rover)
        bench.step(.finger(.slider(.max)))
        bench.step(.finger(.letGo(.slider)))
        bench.advance(.seconds(1))
        #expect(bench.takeTexts().first == "slider s100;")
    }

    @Test func aTouchMovesTheHeldPositionByTheFingersWayAndNeverJumps() {
        var bench = panel(.follower)
        bench.step(.finger(.joystick(x: 0, y: 0)))
        bench.step(.finger(.joystick(x: 400, y: -200)))
        bench.advance(.milliseconds(100))
        #expect(bench.takeTexts() == ["zx x40;", "zy y-20;"])
        bench.step(.finger(.letGo(.joystick)))
        bench.advance(.seconds(1))
        // The position stays where it was left, and a new touch starts from there.
        bench.step(.finger(.joystick(x: 0, y: 0)))
        bench.advance(.milliseconds(200))
        #expect(bench.takeTexts() == [])
        bench.step(.finger(.joystick(x: 100, y: 100)))
        bench.advance(.milliseconds(200))
        #expect(bench.takeTexts() == ["zx x50;", "zy y-10;"])
    }

    @Test func theDiscIsTheFingersWay() {
        var bench = panel(.follower)
        bench.step(.finger(.joystick(x: 2_000, y: 2_000)))
        bench.advance(.milliseconds(200))
        #expect(bench.takeTexts() == ["zx x71;", "zy y71;"])
    }

    @Test func whereAPositionIsSentOnReleaseTheFingersReleaseSendsIt() {
        var bench = panel(.robot)
        bench.step(.finger(.joystick(x: 0, y: 0)))
        for way in 1...9 { bench.step(.finger(.joystick(x: Int32(way) * 50, y: 0))) }
        bench.advance(.seconds(1))
        #expect(bench.takeTexts() == [])
        bench.step(.finger(.letGo(.joystick)))
        bench.advance(.seconds(1))
        #expect(bench.takeTexts() == ["zx R45>"])
    }

    @Test func aDoubleTapRecentres() {
        var bench = panel(.robot)
        bench.step(.finger(.joystick(x: 300, y: 600)))
        bench.step(.finger(.letGo(.joystick)))
        bench.advance(.seconds(5))
        _ = bench.takeTexts()
        for _ in 0..<2 {
            bench.step(.finger(.joystick(x: 0, y: 0)))
            bench.step(.finger(.letGo(.joystick)))
        }
        bench.step(.finger(.recentre))
        bench.advance(.seconds(5))
        #expect(bench.takeTexts().sorted() == ["zx R0>", "zy U0>"])
    }

    @Test(arguments: [DriveEvent.operator(.stop), .link(.down)])
    func aDoubleTapBehindAShutGateRecentresNothing(shuts: DriveEvent) {
        var bench = panel(.robot)
        bench.step(.finger(.joystick(x: 300, y: 600)))
        bench.step(.finger(.letGo(.joystick)))
        bench.advance(.seconds(5))
        bench.step(shuts)
        bench.advance(.seconds(1))
        _ = bench.takeTexts()
        bench.step(.finger(.recentre))
        bench.advance(.seconds(5))
        #expect(bench.takeTexts() == [])
        #expect(bench.stateMachine.number(.zx, at: bench.now) == 30)
    }

    @Test func onAVelocityTheJoystickIsLiveAndSpringsBack() {
        var bench = panel(.rover)
        bench.step(.finger(.joystick(x: 600, y: 0)))
        bench.advance(.milliseconds(50))
        #expect(bench.takeTexts() == ["zx x60;"])
        bench.step(.finger(.letGo(.joystick)))
        bench.advance(.seconds(1))
        #expect(bench.takeTexts() == ["zx x0;", "zx x0;", "zx x0;"])
    }

    @Test(arguments: [FingerEvent.lost, .gone])
    func aLostFingerHaltsAndReleasesNothing(loss: FingerEvent) {
        var bench = panel()
        bench.step(.finger(.slider(1_000)))
        bench.step(.finger(.joystick(x: 500, y: 0)))
        bench.advance(.milliseconds(150))
        _ = bench.takeTexts()
        let lost = bench.now
        bench.step(.finger(loss))
        #expect(bench.stateMachine.lastHalt == .panelLost)
        bench.advance(.seconds(5))
        #expect(bench.sent.map(\.text) == ["slider S>", "slider S>", "slider S>"])
        #expect(bench.sent.map { $0.at - lost } == [0, 80_000, 160_000])
        #expect(bench.stateMachine.number(.zx, at: bench.now) == 0)
        #expect(bench.stateMachine.gateState(.slider) == (loss == .gone ? .input : .open))
    }

    @Test func aFingerThatIsDownWhenTheLinkComesBackHasToBeLifted() {
        var bench = panel()
        bench.step(.finger(.slider(1_000)))
        bench.advance(.milliseconds(150))
        bench.step(.link(.down))
        bench.advance(.seconds(1))
        bench.step(.link(.up(takenOver: false)))
        bench.step(.finger(.slider(900)))
        bench.advance(.seconds(1))
        #expect(bench.stateMachine.gateState(.slider) == .held)
        #expect(bench.stateMachine.heldSources(.slider) == [.finger])
        _ = bench.takeTexts()
        bench.step(.finger(.letGo(.slider)))
        bench.advance(.milliseconds(249))
        bench.step(.finger(.slider(900)))
        bench.advance(.seconds(1))
        #expect(bench.takeTexts() == [])
        bench.step(.finger(.letGo(.slider)))
        bench.advance(.milliseconds(250))
        bench.step(.finger(.slider(900)))
        #expect(bench.takeTexts() == ["slider F>"])
    }

    @Test func aPanelThatComesWaitsAQuarterSecond() {
        var bench = StateMachineBench(.robot, .keyboard())
        bench.step(.link(.up(takenOver: false)))
        bench.advance(.seconds(5))
        #expect(bench.stateMachine.gateState(.slider) == .input)
        bench.step(.finger(.there))
        bench.step(.finger(.slider(1_000)))
        bench.advance(.seconds(5))
        #expect(bench.takeTexts() == [])
    }

    @Test func aResumeAsksForLiftedFingers() {
        var bench = panel()
        bench.step(.operator(.stop))
        bench.step(.finger(.slider(1_000)))
        bench.step(.operator(.resume))
        #expect(bench.takeNotices().contains(.resumeRefused))
        #expect(bench.stateMachine.isStopped)
    }

    // MARK: pad and panel at once

    @Test func theFingerThatTouchedFirstHoldsTheSliderUntilItLetsGo() {
        var bench = both(.rover)
        bench.step(.finger(.slider(300)))
        bench.advance(.milliseconds(50))
        bench.input(.axis(Code.z, 255))
        bench.advance(.milliseconds(50))
        bench.step(.finger(.letGo(.slider)))
        bench.advance(.milliseconds(500))
        // The trigger is still held: it moves nothing until it has been at rest.
        #expect(Set(bench.takeTexts()) == ["slider s30;", "slider s0;"])
        bench.input(.axis(Code.z, 0))
        bench.advance(.milliseconds(100))
        bench.input(.axis(Code.z, 255))
        #expect(bench.takeTexts() == ["slider s-100;"])
    }

    @Test func thePadThatTouchedFirstHoldsTheSliderUntilItLetsGo() {
        var bench = both(.rover)
        bench.input(.axis(Code.rz, 255))
        bench.advance(.milliseconds(50))
        bench.step(.finger(.slider(-300)))
        bench.advance(.milliseconds(50))
        bench.input(.axis(Code.rz, 0))
        bench.advance(.milliseconds(500))
        #expect(Set(bench.takeTexts()) == ["slider s100;", "slider s0;"])
        bench.step(.finger(.letGo(.slider)))
        bench.step(.finger(.slider(-300)))
        #expect(bench.takeTexts() == ["slider s-30;"])
    }

    @Test func theTwoControlsHaveHandsOfTheirOwn() {
        var bench = both(.follower)
        bench.input(.axis(Code.rz, 255))
        bench.step(.finger(.joystick(x: 250, y: 0)))
        bench.advance(.milliseconds(100))
        #expect(Set(bench.takeTexts()) == ["slider s100;", "zx x25;"])
    }

    @Test func aPanelThatLeavesUntouchedDisturbsNoPad() {
        var bench = both(.rover)
        bench.input(.axis(Code.rz, 255))
        bench.advance(.milliseconds(50))
        _ = bench.takeNotices()
        bench.step(.finger(.gone))
        bench.step(.finger(.there))
        bench.step(.finger(.lost))
        bench.advance(.milliseconds(150))
        #expect(!bench.takeNotices().contains(.halt))
        #expect(Set(bench.takeTexts()) == ["slider s100;"])
    }

    @Test func aPanelDrivesOnWhenThePadIsLost() {
        var bench = both(.rover)
        bench.step(.inputLost)
        bench.advance(.seconds(1))
        _ = bench.takeTexts()
        bench.step(.finger(.slider(300)))
        #expect(bench.takeTexts() == ["slider s30;"])
    }
}
