import Testing
import WaldoCore
import WaldoTestSupport

/// The rules that keep the arm from running away.
@Suite struct SafetyTests {
    func bench(_ arm: Arm = .robot, _ mapping: Mapping = .pad()) -> StateMachineBench {
        var bench = StateMachineBench(arm, mapping)
        bench.start(.padAtRest)
        return bench
    }

    /// A bench whose slider has been held for a while.
    func held(_ arm: Arm = .robot, _ mapping: Mapping = .pad()) -> StateMachineBench {
        var bench = bench(arm, mapping)
        bench.input(.axis(Code.rz, 255))
        bench.advance(.milliseconds(150))
        _ = bench.takeTexts()
        _ = bench.takeNotices()
        return bench
    }

    @Test func aControlHeldAtStartIsDeadUntilAtRestForAQuarterSecond() {
        var bench = StateMachineBench(.robot, .pad())
        bench.step(.link(.up(takenOver: false)))
        var state = InputState.padAtRest
        state.axes[5].value = 200
        bench.step(.inputAdded(state))
        bench.advance(.seconds(5))
        #expect(bench.stateMachine.gateState(.slider) == .held)
        #expect(bench.stateMachine.heldSources(.slider) == [.axis(Code.rz)])
        #expect(bench.stateMachine.gateState(.joystick) == .open)
        bench.input(.axis(Code.rz, 0))
        bench.advance(.milliseconds(249))
        #expect(bench.stateMachine.gateState(.slider) == .settling)
        bench.input(.axis(Code.rz, 255))
        bench.input(.axis(Code.rz, 0))
        bench.advance(.milliseconds(249))
        #expect(bench.stateMachine.gateState(.slider) == .settling)
        bench.advance(.milliseconds(1))
        #expect(bench.stateMachine.gateState(.slider) == .open)
        #expect(bench.sent.isEmpty)
        bench.input(.axis(Code.rz, 255))
        #expect(bench.takeTexts() == ["slider F>"])
    }

    @Test(arguments: [DriveEvent.inputLost, .operator(.halt(.suspended)), .operator(.stop), .shutdown])
    func everyLossSaysZeroAtOnceAndThreeTimes(loss: DriveEvent) {
        var bench = held()
        let lost = bench.now
        bench.step(loss)
        bench.advance(.seconds(5))
        #expect(bench.sent.map(\.text) == ["slider S>", "slider S>", "slider S>"])
        #expect(bench.sent.map { $0.at - lost } == [0, 80_000, 160_000])
        #expect(bench.sent[0].event == loss)
        #expect(bench.takeNotices().contains(.halt))
        #expect(bench.stateMachine.hasSentZeros)
    }

    @Test func aLostLinkIsTalkedToOnlyWhenBackAndFirstWithAHalt() {
        var bench = held()
        bench.step(.link(.down))
        #expect(!bench.takeNotices().contains(.dropped))
        bench.advance(.seconds(3))
        #expect(bench.sent.isEmpty)
        #expect(bench.deadline == nil)
        #expect(bench.stateMachine.gateState(.slider) == .link)
        bench.step(.link(.up(takenOver: false)))
        bench.advance(.seconds(3))
        #expect(bench.takeTexts() == ["slider S>", "slider S>", "slider S>"])
        #expect(bench.stateMachine.gateState(.slider) == .held)
        bench.input(.axis(Code.rz, 0))
        bench.advance(.milliseconds(250))
        bench.input(.axis(Code.rz, 255))
        #expect(bench.takeTexts() == ["slider F>"])
    }

    /// The write that fails reports the loss, and the link itself reports it a moment later.
    @Test func aLossThatIsToldTwiceIsOneHalt() {
        var bench = held()
        bench.step(.link(.down))
        #expect(bench.takeNotices().contains(.halt))
        bench.advance(.milliseconds(250))
        bench.step(.link(.down))
        #expect(bench.takeNotices().isEmpty)
    }

    @Test func whatWaitedWhenTheLinkWentIsDroppedAndTold() {
        var bench = bench(.follower)
        bench.input(.axis(Code.rz, 255))
        bench.input(.axis(Code.rz, 128))
        _ = bench.takeNotices()
        bench.step(.link(.down))
        #expect(bench.takeNotices().contains(.dropped))
        bench.step(.link(.up(takenOver: false)))
        #expect(!bench.takeNotices().contains(.dropped))
    }

    @Test func aShieldThatWasConnectedBeforeIsHaltedFirst() {
        var bench = StateMachineBench(.robot, .pad())
        bench.step(.link(.up(takenOver: true)))
        bench.advance(.seconds(1))
        #expect(bench.takeTexts() == ["slider S>", "slider S>", "slider S>"])
    }

    @Test func aLossNeverCommandsAPosition() {
        for loss in [DriveEvent.inputLost, .link(.down), .operator(.stop), .shutdown, .operator(.halt(.failure))] {
            for behaviour in [JoystickMapping.Behaviour.rate, .spring] {
                var bench = bench(.follower, .pad(behaviour))
                bench.input(.axis(Code.rx, 32767))
                bench.advance(.milliseconds(500))
                let reported = bench.takeTexts().last
                let number = bench.sent.last?.command.value ?? bench.stateMachine.number(.zx, at: bench.now)
                bench.advance(.milliseconds(7))
                bench.step(loss)
                bench.step(.link(.up(takenOver: false)))
                bench.step(.inputAdded(.padAtRest))
                bench.advance(.seconds(3))
                let positions = bench.sent.filter { $0.command.channel != .slider && $0.event != .deadline }
                #expect(positions.isEmpty, "\(loss) \(behaviour) after \(reported ?? "nothing")")
                #expect(abs(bench.stateMachine.number(.zx, at: bench.now) - number) <= 1)
                #expect(!bench.stateMachine.isMoving)
            }
        }
    }

    @Test func stopLatchesUntilResumedAtRest() {
        var bench = held()
        bench.step(.operator(.stop))
        bench.advance(.seconds(1))
        _ = bench.takeTexts()
        #expect(bench.stateMachine.isStopped)
        bench.step(.operator(.resume))
        #expect(bench.takeNotices().contains(.resumeRefused))
        bench.input(.axis(Code.rz, 0))
        bench.advance(.seconds(1))
        bench.input(.axis(Code.rz, 255))
        bench.advance(.seconds(1))
        #expect(bench.sent.isEmpty)
        bench.input(.axis(Code.rz, 0))
        bench.input(.key(Code.start, down: true))
        #expect(bench.takeNotices().contains(.resume))
        bench.advance(.milliseconds(250))
        bench.input(.axis(Code.rz, 255))
        #expect(bench.takeTexts() == ["slider F>"])
    }

    @Test func theStopButtonActsWithinItsOwnEvent() {
        var bench = held()
        bench.step(.input(.key(Code.east, down: true)))
        #expect(bench.takeTexts() == ["slider S>"])
    }

    @Test func aStopWithinALateReportStillLeavesAtOnce() {
        var bench = held()
        bench.input(.key(Code.east, down: true), more: true)
        #expect(bench.takeTexts() == ["slider S>"])
    }

    @Test func theEnableKeyHaltsWhenLetGoAndLetsNoHeldStickThrough() {
        var bench = bench(.robot, .pad(enable: [Code.tl]))
        bench.input(.axis(Code.rz, 255))
        bench.advance(.seconds(1))
        #expect(bench.sent.isEmpty)
        bench.input(.key(Code.tl, down: true))
        bench.advance(.seconds(1))
        #expect(bench.sent.isEmpty)
        bench.input(.axis(Code.rz, 0))
        bench.advance(.milliseconds(250))
        bench.input(.axis(Code.rz, 255))
        #expect(bench.takeTexts() == ["slider F>"])
        bench.input(.key(Code.tl, down: false))
        #expect(bench.takeTexts() == ["slider S>"])
    }

    @Test func missedEventsEndWhatIsNoLongerHeld() {
        var bench = held()
        bench.step(.inputResynced(.padAtRest))
        bench.advance(.seconds(1))
        #expect(bench.takeTexts() == ["slider S>", "slider S>", "slider S>"])
        var stopped = InputState.padAtRest
        stopped.keysDown = [Code.east]
        bench.step(.inputResynced(stopped))
        #expect(bench.stateMachine.isStopped)
    }

    @Test func aStepLongAfterItsDeadlineHalts() {
        var bench = held()
        let late = bench.deadline! + DriveStateMachine.lateness + 1
        var stateMachine = bench.stateMachine
        let step = stateMachine.step(.input(.report(more: false)), at: late)
        #expect(step.command?.frame == Frame("S>".utf8))
        #expect(stateMachine.lastHalt == .late)
        #expect(stateMachine.gateState(.slider) == .held)
        bench.advance(.seconds(1))
        #expect(bench.stateMachine.lastHalt == nil)
    }

    @Test func anArmWithoutVelocitiesHearsNothingOfAHalt() {
        var bench = bench(.servo)
        bench.input(.axis(Code.rz, 255))
        bench.advance(.milliseconds(300))
        #expect(!bench.takeTexts().isEmpty)
        let stopped = bench.now
        bench.step(.operator(.stop))
        bench.step(.shutdown)
        bench.advance(.seconds(2))
        #expect(bench.sent.isEmpty)
        #expect(bench.now > stopped && bench.deadline == nil)
    }

    @Test func aHaltOfManyVelocitiesSaysEachAtOnce() {
        var bench = bench(.rover)
        bench.input(.axis(Code.rz, 255), .axis(Code.rx, 32767))
        bench.advance(.seconds(1))
        _ = bench.takeTexts()
        let stopped = bench.now
        bench.step(.operator(.stop))
        bench.advance(.seconds(1))
        let atOnce = bench.sent.filter { $0.at == stopped }.map(\.text)
        #expect(atOnce == ["slider s0;", "zx x0;", "zy y0;"])
        #expect(bench.sent.count == 9)
    }

    @Test func theStopOfACombinedFrameKeepsThePositionsThatWereWritten() {
        var bench = bench(.combined, .pad(.spring))
        bench.input(.axis(Code.rx, 32767))
        bench.advance(.milliseconds(30))
        bench.input(.axis(Code.rz, 255))
        bench.advance(.milliseconds(5))
        bench.input(.axis(Code.rx, 16384))
        bench.step(.operator(.stop))
        let frame = bench.sent.last!.command.frame.bytes
        #expect(Array(frame[1...5]) == [0, 0xe8, 0x03, 0, 0])
    }
}
