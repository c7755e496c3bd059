import Testing
import WaldoTestSupport

@testable import WaldoCore

/// A state machine that a recording drives, on a clock that the test moves.
private func bench(_ arm: Arm = .robot) -> StateMachineBench {
    var bench = StateMachineBench(arm, .pad(), plays: true)
    bench.step(.link(.up(takenOver: false)))
    bench.step(.inputAdded(InputState()))
    bench.advance(.milliseconds(300))
    return bench
}

@Suite struct PlaybackTests {
    @Test func aPlayedVelocityHasHeartbeatsAndItsReleaseIsSaidThreeTimes() {
        var bench = bench()
        bench.step(.played(.only(.slider, 6)))
        bench.advance(.milliseconds(250))
        bench.step(.played(.only(.slider, 0)))
        bench.advance(.seconds(1))
        #expect(bench.takeTexts() == ["slider F>", "slider F>", "slider F>", "slider S>", "slider S>", "slider S>"])
        #expect(bench.deadline == nil)
    }

    @Test func aPlayedPositionGoesOutOnce() {
        var bench = bench()
        bench.step(.played(.only(.zx, 40)))
        bench.advance(.seconds(2))
        bench.step(.played(.only(.zx, -100)))
        bench.advance(.seconds(5))
        #expect(bench.takeTexts() == ["zx R40>", "zx L-100>"])
    }

    @Test func nothingMovesBeforeARecordingThatIsEnteredHeldHasLetGo() {
        var bench = StateMachineBench(.robot, .pad(), plays: true)
        bench.step(.inputAdded(InputState()))
        bench.step(.played(.only(.slider, 6)))
        bench.step(.link(.up(takenOver: false)))
        bench.advance(.seconds(1))
        #expect(bench.stateMachine.gateState(.slider) == .held)
        bench.step(.played(.only(.slider, 6)))
        bench.advance(.seconds(1))
        #expect(bench.takeTexts() == [])
        bench.step(.played(.only(.slider, 0)))
        bench.advance(.milliseconds(240))
        bench.step(.played(.only(.slider, -6)))
        #expect(bench.takeTexts() == [])
        bench.step(.played(.only(.slider, 0)))
        bench.advance(.milliseconds(260))
        bench.step(.played(.only(.slider, -6)))
        #expect(bench.takeTexts() == ["slider B>"])
    }

    @Test func aPositionWaitsUntilTheRecordingHasStoodStill() {
        var bench = StateMachineBench(.robot, .pad(), plays: true)
        bench.step(.inputAdded(InputState()))
        bench.step(.link(.up(takenOver: false)))
        bench.advance(.milliseconds(200))
        bench.step(.played(.only(.zx, 10)))
        bench.advance(.milliseconds(200))
        #expect(bench.takeTexts() == [])
        bench.advance(.milliseconds(100))
        #expect(bench.takeTexts() == ["zx R10>"])
    }

    @Test func aStopEndsEveryMotionAndLatches() {
        var bench = bench()
        bench.step(.played(.only(.slider, 6)))
        bench.step(.operator(.stop))
        bench.advance(.milliseconds(300))
        bench.step(.played(.only(.slider, -6)))
        bench.step(.played(.only(.zx, 50)))
        bench.advance(.seconds(5))
        #expect(bench.takeTexts() == ["slider F>", "slider S>", "slider S>", "slider S>"])
        #expect(bench.stateMachine.gateState(.slider) == .stopped)
    }

    @Test func afterAHaltAPlayedSliderIsDeadUntilItWasLetGo() {
        var bench = bench()
        bench.step(.played(.only(.slider, 6)))
        bench.step(.operator(.halt(.late)))
        bench.advance(.seconds(1))
        bench.step(.played(.only(.slider, 5)))
        bench.advance(.seconds(1))
        #expect(bench.takeTexts() == ["slider F>", "slider S>", "slider S>", "slider S>"])
    }

    @Test func aRecordingCannotMoveTheControlsOfALiveDrive() {
        var bench = StateMachineBench(.robot, .pad())
        bench.start(.padAtRest)
        bench.step(.played(.only(.slider, 6)))
        bench.step(.played(.only(.zx, 60)))
        bench.advance(.seconds(1))
        #expect(bench.takeTexts() == [])
    }

    @Test func anInputBesideARecordingStopsItAndMovesNothing() {
        var bench = bench()
        bench.input(.axis(Code.rz, 255))
        bench.advance(.milliseconds(300))
        #expect(bench.takeTexts() == [])
        bench.step(.played(.only(.slider, 6)))
        bench.input(.key(Code.east, down: true))
        #expect(bench.takeTexts() == ["slider F>", "slider S>"])
        #expect(bench.stateMachine.isStopped)
    }
}

@Suite struct PlayedRangeTests {
    @Test func whatLiesBeyondTheRangeIsItsEnd() {
        var bench = bench()
        bench.step(.played(.only(.zx, 3_500_000)))
        bench.step(.played(.only(.slider, -70)))
        bench.advance(.seconds(10))
        #expect(bench.takeTexts().contains("zx R100>"))
        #expect(bench.stateMachine.number(.slider, at: bench.now) == -6)
    }

    /// One frame for all channels carries the numbers together, never a mix of old and new.
    @Test func numbersOfOneMomentLeaveInOneFrame() {
        var bench = bench(.combined)
        bench.step(.played(PerChannel(slider: 50, zx: 300, zy: -200)))
        bench.advance(.milliseconds(100))
        #expect(bench.sent.map(\.command.frame.bytes) == [[0xa5, 50, 0x2c, 0x01, 0x38, 0xff, 0, 0x3b]])
    }
}
