import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

@Suite struct PlaybackTests {
    @Test func aPlayedVelocityHasHeartbeatsAndItsReleaseIsSentThreeTimes() {
        var harness = DriveHarness.played()
        harness.step(.played(.only(.slider, 6)))
        harness.advance(.milliseconds(250))
        harness.step(.played(.only(.slider, 0)))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts() == ["slider F>", "slider F>", "slider F>", "slider S>", "slider S>", "slider S>"])
        #expect(harness.deadline == nil)
    }

    @Test func aPlayedPositionGoesOutOnce() {
        var harness = DriveHarness.played()
        harness.step(.played(.only(.zx, 40)))
        harness.advance(.seconds(2))
        harness.step(.played(.only(.zx, -100)))
        harness.advance(.seconds(5))
        #expect(harness.takeTexts() == ["zx R40>", "zx L-100>"])
    }

    @Test func nothingMovesBeforeARecordingThatIsEnteredHeldHasLetGo() {
        var harness = DriveHarness(.robot, .pad(), isPlayed: true)
        harness.step(.inputAdded(InputState()))
        harness.step(.played(.only(.slider, 6)))
        harness.step(.link(.up(takenOver: false)))
        harness.advance(.seconds(1))
        #expect(harness.stateMachine.gateState(.slider) == .held)
        harness.step(.played(.only(.slider, 6)))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts() == [])
        harness.step(.played(.only(.slider, 0)))
        harness.advance(.milliseconds(240))
        harness.step(.played(.only(.slider, -6)))
        #expect(harness.takeTexts() == [])
        harness.step(.played(.only(.slider, 0)))
        harness.advance(.milliseconds(260))
        harness.step(.played(.only(.slider, -6)))
        #expect(harness.takeTexts() == ["slider B>"])
    }

    @Test func aPositionWaitsUntilTheRecordingHasStoodStill() {
        var harness = DriveHarness(.robot, .pad(), isPlayed: true)
        harness.step(.inputAdded(InputState()))
        harness.step(.link(.up(takenOver: false)))
        harness.advance(.milliseconds(200))
        harness.step(.played(.only(.zx, 10)))
        harness.advance(.milliseconds(200))
        #expect(harness.takeTexts() == [])
        harness.advance(.milliseconds(100))
        #expect(harness.takeTexts() == ["zx R10>"])
    }

    @Test func aStopEndsEveryMotionAndLatches() {
        var harness = DriveHarness.played()
        harness.step(.played(.only(.slider, 6)))
        harness.step(.operator(.stop))
        harness.advance(.milliseconds(300))
        harness.step(.played(.only(.slider, -6)))
        harness.step(.played(.only(.zx, 50)))
        harness.advance(.seconds(5))
        #expect(harness.takeTexts() == ["slider F>", "slider S>", "slider S>", "slider S>"])
        #expect(harness.stateMachine.gateState(.slider) == .stopped)
    }

    @Test func afterAHaltAPlayedSliderIsDeadUntilItWasLetGo() {
        var harness = DriveHarness.played()
        harness.step(.played(.only(.slider, 6)))
        harness.step(.halt(.late))
        harness.advance(.seconds(1))
        harness.step(.played(.only(.slider, 5)))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts() == ["slider F>", "slider S>", "slider S>", "slider S>"])
    }

    @Test func aRecordingCannotMoveTheControlsOfALiveDrive() {
        var harness = DriveHarness(.robot, .pad())
        harness.start(.padAtRest)
        harness.step(.played(.only(.slider, 6)))
        harness.step(.played(.only(.zx, 60)))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts() == [])
    }

    @Test func anInputBesideARecordingStopsItAndMovesNothing() {
        var harness = DriveHarness.played()
        harness.input(.axis(Code.rz, 255))
        harness.advance(.milliseconds(300))
        #expect(harness.takeTexts() == [])
        harness.step(.played(.only(.slider, 6)))
        harness.input(.key(Code.east, down: true))
        #expect(harness.takeTexts() == ["slider F>", "slider S>"])
        #expect(harness.stateMachine.isStopped)
    }
}

@Suite struct PlayedRangeTests {
    @Test func whatLiesBeyondTheRangeIsItsEnd() {
        var harness = DriveHarness.played()
        harness.step(.played(.only(.zx, 3_500_000)))
        harness.step(.played(.only(.slider, -70)))
        harness.advance(.seconds(10))
        #expect(harness.takeTexts().contains("zx R100>"))
        #expect(harness.stateMachine.number(.slider, at: harness.now) == -6)
    }

    /// One frame for all channels carries the numbers together, never a mix of old and new.
    @Test func numbersOfOneMomentLeaveInOneFrame() {
        var harness = DriveHarness.played(.combined)
        harness.step(.played(PerChannel(slider: 50, zx: 300, zy: -200)))
        harness.advance(.milliseconds(100))
        #expect(harness.sent.map(\.command.frame.bytes) == [[0xa5, 50, 0x2c, 0x01, 0x38, 0xff, 0, 0x3b]])
    }
}
