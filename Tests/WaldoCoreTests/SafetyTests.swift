import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

/// The rules that keep the arm from running away.
@Suite struct SafetyTests {
    func harness(_ arm: Arm = .robot, _ mapping: Mapping = .pad()) -> DriveHarness {
        var harness = DriveHarness(arm, mapping)
        harness.start(.padAtRest)
        return harness
    }

    /// A harness whose slider has been held for a while.
    func held(_ arm: Arm = .robot, _ mapping: Mapping = .pad()) -> DriveHarness {
        var harness = harness(arm, mapping)
        harness.input(.axis(Code.rz, 255))
        harness.advance(.milliseconds(150))
        _ = harness.takeTexts()
        _ = harness.takeNotices()
        return harness
    }

    @Test func aControlHeldAtStartIsDeadUntilAtRestForAQuarterSecond() {
        var harness = DriveHarness(.robot, .pad())
        harness.step(.link(.up(takenOver: false)))
        var state = InputState.padAtRest
        state.axes[5].value = 200
        harness.step(.inputAdded(state))
        harness.advance(.seconds(5))
        #expect(harness.stateMachine.gateState(.slider) == .held)
        #expect(harness.stateMachine.heldSources(.slider) == [.axis(Code.rz)])
        #expect(harness.stateMachine.gateState(.joystick) == .open)
        harness.input(.axis(Code.rz, 0))
        harness.advance(.milliseconds(249))
        #expect(harness.stateMachine.gateState(.slider) == .settling)
        harness.input(.axis(Code.rz, 255))
        harness.input(.axis(Code.rz, 0))
        harness.advance(.milliseconds(249))
        #expect(harness.stateMachine.gateState(.slider) == .settling)
        harness.advance(.milliseconds(1))
        #expect(harness.stateMachine.gateState(.slider) == .open)
        #expect(harness.sent.isEmpty)
        harness.input(.axis(Code.rz, 255))
        #expect(harness.takeTexts() == ["slider F>"])
    }

    @Test(arguments: [DriveEvent.inputLost, .halt(.suspended), .operator(.stop), .shutdown])
    func everyLossSaysZeroAtOnceAndThreeTimes(loss: DriveEvent) {
        var harness = held()
        let lost = harness.now
        harness.step(loss)
        harness.advance(.seconds(5))
        #expect(harness.sent.map(\.text) == ["slider S>", "slider S>", "slider S>"])
        #expect(harness.sent.map { ($0.at - lost).microseconds } == [0, 80_000, 160_000])
        #expect(harness.sent[0].event == loss)
        #expect(harness.takeNotices().contains(.halt))
        #expect(harness.stateMachine.hasSentZeros)
    }

    @Test func aLostLinkIsTalkedToOnlyWhenBackAndFirstWithAHalt() {
        var harness = held()
        harness.step(.link(.down))
        #expect(!harness.takeNotices().contains(.dropped))
        harness.advance(.seconds(3))
        #expect(harness.sent.isEmpty)
        #expect(harness.deadline == nil)
        #expect(harness.stateMachine.gateState(.slider) == .link)
        harness.step(.link(.up(takenOver: false)))
        harness.advance(.seconds(3))
        #expect(harness.takeTexts() == ["slider S>", "slider S>", "slider S>"])
        #expect(harness.stateMachine.gateState(.slider) == .held)
        harness.input(.axis(Code.rz, 0))
        harness.advance(.milliseconds(250))
        harness.input(.axis(Code.rz, 255))
        #expect(harness.takeTexts() == ["slider F>"])
    }

    /// The write that fails reports the loss, and the link itself reports it a moment later.
    @Test func aLossThatIsReportedTwiceIsOneHalt() {
        var harness = held()
        harness.step(.link(.down))
        #expect(harness.takeNotices().contains(.halt))
        harness.advance(.milliseconds(250))
        harness.step(.link(.down))
        #expect(harness.takeNotices().isEmpty)
    }

    @Test func whatWaitedWhenTheLinkWentIsDroppedAndReported() {
        var harness = harness(.follower)
        harness.input(.axis(Code.rz, 255))
        harness.input(.axis(Code.rz, 128))
        _ = harness.takeNotices()
        harness.step(.link(.down))
        #expect(harness.takeNotices().contains(.dropped))
        harness.step(.link(.up(takenOver: false)))
        #expect(!harness.takeNotices().contains(.dropped))
    }

    @Test func aShieldThatWasConnectedBeforeIsHaltedFirst() {
        var harness = DriveHarness(.robot, .pad())
        harness.step(.link(.up(takenOver: true)))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts() == ["slider S>", "slider S>", "slider S>"])
    }

    @Test func aLossNeverCommandsAPosition() {
        for loss in [DriveEvent.inputLost, .link(.down), .operator(.stop), .shutdown, .halt(.failure)] {
            for behaviour in [JoystickMapping.Behaviour.rate, .spring] {
                var harness = harness(.follower, .pad(behaviour))
                harness.input(.axis(Code.rx, 32767))
                harness.advance(.milliseconds(500))
                let reported = harness.takeTexts().last
                let number = harness.sent.last?.command.value ?? harness.stateMachine.number(.zx, at: harness.now)
                harness.advance(.milliseconds(7))
                harness.step(loss)
                harness.step(.link(.up(takenOver: false)))
                harness.step(.inputAdded(.padAtRest))
                harness.advance(.seconds(3))
                let positions = harness.sent.filter { $0.command.channel != .slider && $0.event != .deadline }
                #expect(positions.isEmpty, "\(loss) \(behaviour) after \(reported ?? "nothing")")
                #expect(abs(harness.stateMachine.number(.zx, at: harness.now) - number) <= 1)
                #expect(!harness.stateMachine.isPositionMoving)
            }
        }
    }

    @Test func stopLatchesUntilResumedAtRest() {
        var harness = held()
        harness.step(.operator(.stop))
        harness.advance(.seconds(1))
        _ = harness.takeTexts()
        #expect(harness.stateMachine.isStopped)
        harness.step(.operator(.resume))
        #expect(harness.takeNotices().contains(.resumeRefused))
        harness.input(.axis(Code.rz, 0))
        harness.advance(.seconds(1))
        harness.input(.axis(Code.rz, 255))
        harness.advance(.seconds(1))
        #expect(harness.sent.isEmpty)
        harness.input(.axis(Code.rz, 0))
        harness.input(.key(Code.start, down: true))
        #expect(harness.takeNotices().contains(.resume))
        harness.advance(.milliseconds(250))
        harness.input(.axis(Code.rz, 255))
        #expect(harness.takeTexts() == ["slider F>"])
    }

    @Test func theStopButtonActsWithinItsOwnEvent() {
        var harness = held()
        harness.step(.input(.key(Code.east, down: true)))
        #expect(harness.takeTexts() == ["slider S>"])
    }

    @Test func aStopWithinALateReportStillLeavesAtOnce() {
        var harness = held()
        harness.input(.key(Code.east, down: true), more: true)
        #expect(harness.takeTexts() == ["slider S>"])
    }

    @Test func theEnableKeyHaltsWhenLetGoAndLetsNoHeldStickThrough() {
        var harness = harness(.robot, .pad(enable: [Code.tl]))
        harness.input(.axis(Code.rz, 255))
        harness.advance(.seconds(1))
        #expect(harness.sent.isEmpty)
        harness.input(.key(Code.tl, down: true))
        harness.advance(.seconds(1))
        #expect(harness.sent.isEmpty)
        harness.input(.axis(Code.rz, 0))
        harness.advance(.milliseconds(250))
        harness.input(.axis(Code.rz, 255))
        #expect(harness.takeTexts() == ["slider F>"])
        harness.input(.key(Code.tl, down: false))
        #expect(harness.takeTexts() == ["slider S>"])
    }

    @Test func missedEventsEndWhatIsNoLongerHeld() {
        var harness = held()
        harness.step(.inputResynced(.padAtRest))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts() == ["slider S>", "slider S>", "slider S>"])
        var stopped = InputState.padAtRest
        stopped.keysDown = [Code.east]
        harness.step(.inputResynced(stopped))
        #expect(harness.stateMachine.isStopped)
    }

    @Test func aStepLongAfterItsDeadlineHalts() {
        var harness = held()
        let late = harness.deadline! + DriveStateMachine.maxLateness + .microseconds(1)
        var stateMachine = harness.stateMachine
        let step = stateMachine.step(.input(.report(more: false)), at: late)
        #expect(step.command?.frame == Frame("S>".utf8))
        #expect(stateMachine.lastHalt == .late)
        #expect(stateMachine.gateState(.slider) == .held)
        harness.advance(.seconds(1))
        #expect(harness.stateMachine.lastHalt == nil)
    }

    @Test func anArmWithoutVelocitiesHearsNothingOfAHalt() {
        var harness = harness(.servo)
        harness.input(.axis(Code.rz, 255))
        harness.advance(.milliseconds(300))
        #expect(!harness.takeTexts().isEmpty)
        let stopped = harness.now
        harness.step(.operator(.stop))
        harness.step(.shutdown)
        harness.advance(.seconds(2))
        #expect(harness.sent.isEmpty)
        #expect(harness.now > stopped && harness.deadline == nil)
    }

    @Test func aHaltOfManyVelocitiesSaysEachAtOnce() {
        var harness = harness(.rover)
        harness.input(.axis(Code.rz, 255), .axis(Code.rx, 32767))
        harness.advance(.seconds(1))
        _ = harness.takeTexts()
        let stopped = harness.now
        harness.step(.operator(.stop))
        harness.advance(.seconds(1))
        let atOnce = harness.sent.filter { $0.at == stopped }.map(\.text)
        #expect(atOnce == ["slider s0;", "zx x0;", "zy y0;"])
        #expect(harness.sent.count == 9)
    }

    @Test func theStopOfACombinedFrameKeepsThePositionsThatWereWritten() {
        var harness = harness(.combined, .pad(.spring))
        harness.input(.axis(Code.rx, 32767))
        harness.advance(.milliseconds(30))
        harness.input(.axis(Code.rz, 255))
        harness.advance(.milliseconds(5))
        harness.input(.axis(Code.rx, 16384))
        harness.step(.operator(.stop))
        let frame = harness.sent.last!.command.frame.bytes
        #expect(Array(frame[1...5]) == [0, 0xe8, 0x03, 0, 0])
    }
}
