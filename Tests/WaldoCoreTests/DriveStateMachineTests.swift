import Testing
import WaldoCore
import WaldoTestSupport

/// The original arm, driven by a pad: what is sent, and when.
@Suite struct DriveStateMachineTests {
    static let full = Int32(255)

    func bench(_ arm: Arm = .robot, _ mapping: Mapping = .pad()) -> StateMachineBench {
        var bench = StateMachineBench(arm, mapping)
        bench.start(.padAtRest)
        return bench
    }

    @Test func startSendsNothingAndSleeps() {
        let bench = bench()
        #expect(bench.sent.isEmpty)
        #expect(bench.deadline == nil)
        #expect(bench.stateMachine.gateState(.slider) == .open)
        #expect(bench.stateMachine.gateState(.joystick) == .open)
    }

    @Test func sliderSpeaksAtOnceRepeatsAndStopsThreeTimes() {
        var bench = bench()
        let pressed = bench.now
        bench.input(.axis(Code.rz, Self.full))
        bench.advance(.milliseconds(250))
        #expect(bench.sent.map { $0.at - pressed } == [0, 100_000, 200_000])
        let released = bench.now
        bench.input(.axis(Code.rz, 0))
        bench.advance(.seconds(2))
        #expect(bench.takeTexts() == ["slider F>", "slider F>", "slider F>", "slider S>", "slider S>", "slider S>"])
        #expect(bench.deadline == nil)
        bench.input(.axis(Code.z, Self.full))
        bench.input(.axis(Code.z, 0))
        #expect(bench.sent.map(\.at).allSatisfy { $0 > released })
        #expect(bench.takeTexts() == ["slider B>", "slider S>"])
    }

    @Test func zerosOfAReleaseAreAnIntervalApart() {
        var bench = bench()
        bench.input(.axis(Code.rz, Self.full))
        bench.advance(.milliseconds(10))
        let released = bench.now
        bench.input(.axis(Code.rz, 0))
        bench.advance(.seconds(1))
        #expect(bench.sent.dropFirst().map { $0.at - released } == [0, 80_000, 160_000])
    }

    @Test func aNewTouchSilencesTheZerosOfARelease() {
        var bench = bench()
        bench.input(.axis(Code.rz, Self.full))
        bench.advance(.milliseconds(200))
        bench.input(.axis(Code.rz, 0))
        bench.advance(.milliseconds(10))
        _ = bench.takeTexts()
        let again = bench.now
        bench.input(.axis(Code.rz, Self.full))
        bench.advance(.milliseconds(75))
        #expect(bench.takeTexts() == ["slider F>"])
        #expect(bench.now - again == 75_000)
        bench.advance(.milliseconds(100))
        #expect(bench.takeTexts() == ["slider F>"])
    }

    @Test func joystickIsSentWhenLetGoXFirstAndAloneToo() {
        var bench = bench()
        bench.input(.axis(Code.rx, 32767))
        bench.advance(.milliseconds(740))
        #expect(bench.sent.isEmpty)
        bench.input(.axis(Code.rx, 0))
        bench.advance(.milliseconds(59))
        #expect(bench.sent.isEmpty)
        bench.advance(.milliseconds(1))
        #expect(bench.takeTexts() == ["zx R37>"])

        bench.advance(.seconds(5))
        bench.input(.axis(Code.rx, -32768), .axis(Code.ry, -32768))
        bench.advance(.seconds(1))
        bench.input(.axis(Code.rx, 0), .axis(Code.ry, 0))
        bench.advance(.seconds(5))
        let texts = bench.takeTexts()
        #expect(texts == ["zx R2>", "zy U35>"])
    }

    @Test func busyTimeKeepsTheSecondStepperWaiting() {
        var bench = bench(.robot, .keyboard())
        bench.input(.key(Code.left, down: true), .key(Code.up, down: true))
        bench.input(.key(Code.left, down: false), .key(Code.up, down: false))
        bench.advance(.seconds(10))
        #expect(bench.sent.map(\.text) == ["zx L-71>", "zy U71>"])
        #expect(bench.sent[1].at - bench.sent[0].at == 52_000 + 71 * 31_000)
    }

    @Test func heldKeysPositionStaysAndIsSentOnce() {
        var bench = bench(.robot, .keyboard())
        bench.input(.key(Code.right, down: true))
        bench.advance(.seconds(1))
        bench.input(.key(Code.right, down: false))
        bench.advance(.seconds(5))
        #expect(bench.takeTexts() == ["zx R100>"])
        #expect(bench.stateMachine.number(.zx, at: bench.now) == 100)
        #expect(bench.deadline == nil)
    }

    @Test func springFallsBackAndHoldNeedsItsClutch() {
        var spring = bench(.follower, .pad(.spring))
        spring.input(.axis(Code.rx, 32767))
        spring.advance(.milliseconds(100))
        spring.input(.axis(Code.rx, 0))
        spring.advance(.seconds(1))
        #expect(spring.takeTexts() == ["zx x100;", "zx x0;"])

        var clutch = bench(.follower, .pad(.hold, clutch: [Code.tl]))
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
        var bench = bench(.follower)
        bench.input(.axis(Code.ry, -32768))
        bench.advance(.seconds(4))
        #expect(bench.sent.last?.text == "zy y100;")
        let times = bench.sent.map(\.at)
        #expect(zip(times.dropFirst(), times).allSatisfy { $0 - $1 >= 30_000 })
        #expect(bench.sent.count > 50)
        bench.input(.axis(Code.ry, 0))
        bench.advance(.seconds(1))
        #expect(bench.deadline == nil)
    }

    @Test func recentringIsAKeyHeld() {
        var bench = bench(.follower)
        bench.input(.axis(Code.rx, 32767))
        bench.advance(.seconds(1))
        bench.input(.axis(Code.rx, 0))
        bench.advance(.seconds(1))
        #expect(bench.stateMachine.number(.zx, at: bench.now) == 50)
        bench.input(.key(Code.select, down: true))
        bench.advance(.milliseconds(499))
        #expect(bench.stateMachine.number(.zx, at: bench.now) == 50)
        bench.advance(.milliseconds(501))
        #expect(bench.stateMachine.number(.zx, at: bench.now) == 25)
        bench.advance(.seconds(2))
        bench.input(.key(Code.select, down: false))
        bench.advance(.seconds(1))
        #expect(bench.sent.last?.text == "zx x0;")
        #expect(bench.deadline == nil)
    }

    @Test func aPressThatIsAlreadyOverWhenReadLeavesNoMotion() {
        var bench = bench()
        bench.input(.axis(Code.rz, Self.full), more: true)
        bench.input(.axis(Code.rz, 0), more: false)
        bench.advance(.seconds(1))
        #expect(bench.sent.isEmpty)
    }

    @Test func aSlowLinkGetsTheNewestAndTheStopFirst() {
        var bench = bench(.rover)
        bench.linkIsSlow = true
        bench.input(.axis(Code.rx, 16384))
        bench.input(.axis(Code.rz, 100))
        bench.advance(.milliseconds(90))
        bench.input(.axis(Code.rx, 32767), .axis(Code.rz, Self.full))
        #expect(bench.takeTexts() == ["zx x44;"])
        bench.input(.key(Code.east, down: true))
        #expect(bench.sent.isEmpty)
        for _ in 0..<9 {
            bench.step(.link(.ready))
            bench.advance(.milliseconds(20))
        }
        let texts = bench.takeTexts()
        let round = ["slider s0;", "zx x0;", "zy y0;"]
        #expect(texts == round + round + round)
    }

    @Test func aRefusedCommandWaitsAgain() {
        var bench = bench()
        bench.input(.axis(Code.rz, Self.full))
        bench.step(.link(.refused))
        #expect(bench.takeTexts() == ["slider F>"])
        bench.advance(.milliseconds(200))
        #expect(bench.sent.isEmpty)
        bench.step(.link(.ready))
        #expect(bench.takeTexts() == ["slider F>"])
    }
}
