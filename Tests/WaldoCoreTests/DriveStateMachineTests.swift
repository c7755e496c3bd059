import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

/// The original arm, driven by a pad: what is sent, and when.
@Suite struct DriveStateMachineTests {
    static let full = Int32(255)

    func harness(_ arm: Arm = .robot, _ mapping: Mapping = .pad()) -> DriveHarness {
        var harness = DriveHarness(arm, mapping)
        harness.start(.padAtRest)
        return harness
    }

    @Test func startSendsNothingAndSleeps() {
        let harness = harness()
        #expect(harness.sent.isEmpty)
        #expect(harness.deadline == nil)
        #expect(harness.stateMachine.gateState(.slider) == .open)
        #expect(harness.stateMachine.gateState(.joystick) == .open)
    }

    @Test func sliderSpeaksAtOnceRepeatsAndStopsThreeTimes() {
        var harness = harness()
        let pressed = harness.now
        harness.input(.axis(Code.rz, Self.full))
        harness.advance(.milliseconds(250))
        #expect(harness.sent.map { ($0.at - pressed).microseconds } == [0, 100_000, 200_000])
        let released = harness.now
        harness.input(.axis(Code.rz, 0))
        harness.advance(.seconds(2))
        #expect(harness.takeTexts() == ["slider F>", "slider F>", "slider F>", "slider S>", "slider S>", "slider S>"])
        #expect(harness.deadline == nil)
        harness.input(.axis(Code.z, Self.full))
        harness.input(.axis(Code.z, 0))
        #expect(harness.sent.map(\.at).allSatisfy { $0 > released })
        #expect(harness.takeTexts() == ["slider B>", "slider S>"])
    }

    @Test func zerosOfAReleaseAreAnIntervalApart() {
        var harness = harness()
        harness.input(.axis(Code.rz, Self.full))
        harness.advance(.milliseconds(10))
        let released = harness.now
        harness.input(.axis(Code.rz, 0))
        harness.advance(.seconds(1))
        #expect(harness.sent.dropFirst().map { ($0.at - released).microseconds } == [0, 80_000, 160_000])
    }

    @Test func aNewTouchSilencesTheZerosOfARelease() {
        var harness = harness()
        harness.input(.axis(Code.rz, Self.full))
        harness.advance(.milliseconds(200))
        harness.input(.axis(Code.rz, 0))
        harness.advance(.milliseconds(10))
        _ = harness.takeTexts()
        let again = harness.now
        harness.input(.axis(Code.rz, Self.full))
        harness.advance(.milliseconds(75))
        #expect(harness.takeTexts() == ["slider F>"])
        #expect(harness.now - again == .milliseconds(75))
        harness.advance(.milliseconds(100))
        #expect(harness.takeTexts() == ["slider F>"])
    }

    @Test func joystickIsSentWhenLetGoXFirstAndAloneToo() {
        var harness = harness()
        harness.input(.axis(Code.rx, 32767))
        harness.advance(.milliseconds(740))
        #expect(harness.sent.isEmpty)
        harness.input(.axis(Code.rx, 0))
        harness.advance(.milliseconds(59))
        #expect(harness.sent.isEmpty)
        harness.advance(.milliseconds(1))
        #expect(harness.takeTexts() == ["zx R37>"])

        harness.advance(.seconds(5))
        harness.input(.axis(Code.rx, -32768), .axis(Code.ry, -32768))
        harness.advance(.seconds(1))
        harness.input(.axis(Code.rx, 0), .axis(Code.ry, 0))
        harness.advance(.seconds(5))
        let texts = harness.takeTexts()
        #expect(texts == ["zx R2>", "zy U35>"])
    }

    @Test func busyTimeKeepsTheSecondStepperWaiting() {
        var harness = harness(.robot, .keyboard())
        harness.input(.key(Code.left, down: true), .key(Code.up, down: true))
        harness.input(.key(Code.left, down: false), .key(Code.up, down: false))
        harness.advance(.seconds(10))
        #expect(harness.sent.map(\.text) == ["zx L-71>", "zy U71>"])
        #expect(harness.sent[1].at - harness.sent[0].at == .milliseconds(52 + 71 * 31))
    }

    @Test func heldKeysPositionStaysAndIsSentOnce() {
        var harness = harness(.robot, .keyboard())
        harness.input(.key(Code.right, down: true))
        harness.advance(.seconds(1))
        harness.input(.key(Code.right, down: false))
        harness.advance(.seconds(5))
        #expect(harness.takeTexts() == ["zx R100>"])
        #expect(harness.stateMachine.number(.zx, at: harness.now) == 100)
        #expect(harness.deadline == nil)
    }

    @Test func springFallsBackAndHoldNeedsItsClutch() {
        var spring = harness(.follower, .pad(.spring))
        spring.input(.axis(Code.rx, 32767))
        spring.advance(.milliseconds(100))
        spring.input(.axis(Code.rx, 0))
        spring.advance(.seconds(1))
        #expect(spring.takeTexts() == ["zx x100;", "zx x0;"])

        var clutch = harness(.follower, .pad(.hold, clutch: [Code.tl]))
        clutch.input(.axis(Code.rx, 32767))
        clutch.advance(.seconds(1))
        #expect(clutch.sent.isEmpty)
        clutch.input(.key(Code.tl, down: true))
        clutch.input(.key(Code.tl, down: false))
        clutch.input(.axis(Code.rx, 0))
        clutch.advance(.seconds(1))
        #expect(clutch.takeTexts() == ["zx x100;"])
    }

    @Test func rateMovesAtHalfAScaleASecondAndNeverFasterThanTheInterval() {
        var harness = harness(.follower)
        harness.input(.axis(Code.ry, -32768))
        harness.advance(.seconds(4))
        #expect(harness.sent.last?.text == "zy y100;")
        let times = harness.sent.map(\.at)
        #expect(zip(times.dropFirst(), times).allSatisfy { $0 - $1 >= .milliseconds(30) })
        #expect(harness.sent.count > 50)
        harness.input(.axis(Code.ry, 0))
        harness.advance(.seconds(1))
        #expect(harness.deadline == nil)
    }

    @Test func recentringIsAKeyHeld() {
        var harness = harness(.follower)
        harness.input(.axis(Code.rx, 32767))
        harness.advance(.seconds(1))
        harness.input(.axis(Code.rx, 0))
        harness.advance(.seconds(1))
        #expect(harness.stateMachine.number(.zx, at: harness.now) == 50)
        harness.input(.key(Code.select, down: true))
        harness.advance(.milliseconds(499))
        #expect(harness.stateMachine.number(.zx, at: harness.now) == 50)
        harness.advance(.milliseconds(501))
        #expect(harness.stateMachine.number(.zx, at: harness.now) == 25)
        harness.advance(.seconds(2))
        harness.input(.key(Code.select, down: false))
        harness.advance(.seconds(1))
        #expect(harness.sent.last?.text == "zx x0;")
        #expect(harness.deadline == nil)
    }

    @Test func aPressThatIsAlreadyOverWhenReadLeavesNoMotion() {
        var harness = harness()
        harness.input(.axis(Code.rz, Self.full), more: true)
        harness.input(.axis(Code.rz, 0), more: false)
        harness.advance(.seconds(1))
        #expect(harness.sent.isEmpty)
    }

    @Test func aSlowLinkGetsTheNewestAndTheStopFirst() {
        var harness = harness(.rover)
        harness.linkIsSlow = true
        harness.input(.axis(Code.rx, 16384))
        harness.input(.axis(Code.rz, 100))
        harness.advance(.milliseconds(90))
        harness.input(.axis(Code.rx, 32767), .axis(Code.rz, Self.full))
        #expect(harness.takeTexts() == ["zx x44;"])
        harness.input(.key(Code.east, down: true))
        #expect(harness.sent.isEmpty)
        for _ in 0..<9 {
            harness.step(.link(.ready))
            harness.advance(.milliseconds(20))
        }
        let texts = harness.takeTexts()
        let round = ["slider s0;", "zx x0;", "zy y0;"]
        #expect(texts == round + round + round)
    }

    @Test func aRefusedCommandWaitsAgain() {
        var harness = harness()
        harness.input(.axis(Code.rz, Self.full))
        harness.step(.link(.refused))
        #expect(harness.takeTexts() == ["slider F>"])
        harness.advance(.milliseconds(200))
        #expect(harness.sent.isEmpty)
        harness.step(.link(.ready))
        #expect(harness.takeTexts() == ["slider F>"])
    }
}
