import Testing
import WaldoCore
import WaldoSimulator
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

/// Where a simulated arm's hand is.
@Suite struct HandTests {
    private func expect(_ hand: ArmPoint?, _ x: Double, _ y: Double, _ z: Double) {
        guard let hand else { return #expect(hand != nil) }
        #expect(
            abs(hand.x - x) < 1e-9 && abs(hand.y - y) < 1e-9 && abs(hand.z - z) < 1e-9, "\(hand), not \(x), \(y), \(z)")
    }

    /// A tool of 150 mm that turns 1.8 degrees a step: 50 steps lay it along x or y.
    @Test func theDefaultArmTurnsItsTool() throws {
        var arm = SimulatedArm(try SimulatedArms.shipped("robot"), at: 0)
        expect(arm.hand(at: 0), 0, 0, 0.15)
        arm.receive("R50>", at: 0)
        expect(
            {
                arm.advance(to: .ms(10_000)); return arm.hand(at: .ms(10_000))
            }(), 0.15, 0, 0)
        arm.receive("R0>", at: .ms(10_000))
        arm.advance(to: .ms(20_000))
        arm.receive("U50>", at: .ms(20_000))
        arm.advance(to: .ms(30_000))
        expect(arm.hand(at: .ms(30_000)), 0, 0.15, 0)
        arm.receive("F>", at: .ms(30_000))
        arm.advance(to: .ms(31_000))
        expect(arm.hand(at: .ms(31_000)), 0, 0.150_04, 0)
        #expect(arm.chain(at: .ms(31_000)).count == 5 && arm.chain(at: .ms(31_000)).last == arm.hand(at: .ms(31_000)))
        #expect(arm.chain(at: 0).first == ArmPoint())
    }

    /// Upright at 90: 60 + 80 mm up, then 80 + 68 mm level, forward and to the left.
    @Test func aMeArmReachesForward() throws {
        var arm = SimulatedArm(try SimulatedArms.shipped("mearm"), at: 0)
        expect(arm.hand(at: .ms(1_000)), 0.148, 0, 0.14)
        arm.receive("B180\n", at: .ms(1_000))
        arm.advance(to: .ms(2_000))
        expect(arm.hand(at: .ms(2_000)), 0, 0.148, 0.14)
    }

    /// At rest the hand is where the commands say.
    @Test(arguments: UInt64(0)..<20) func atRestItIsWhereItWasCommanded(_ seed: UInt64) throws {
        var random = SeededGenerator(seed)
        for name in ["mearm", "servo-arm-hm10", "servo-arm-nordic-uart"] {
            let description = try SimulatedArms.shipped(name)
            var arm = SimulatedArm(description, at: 0)
            var pose = try #require(CommandedPose(description)), time: Instant = .ms(100)
            for channel in description.channels {
                let range = description.profiles[channel].range
                let value = Int32.random(in: range.low...range.high, using: &random)
                arm.receive(try SimulatedArms.frame(description, channel, value), at: time)
                pose.command(channel, value, at: time)
                time += .milliseconds(200)
                arm.advance(to: time)
            }
            time += .seconds(5)
            arm.advance(to: time)
            let place = pose.place(at: time)
            expect(arm.hand(at: time), place.x, place.y, place.z ?? .nan)
        }
    }

    /// A wheel's `rate` is its own: 60 at 5.1 mm/s a unit, for a second.
    @Test func theRoversWheelsGoAtTheirRate() throws {
        var arm = SimulatedArm(try SimulatedArms.shipped("rover"), at: 0)
        arm.receive("m 60 60\r", at: 0)
        arm.receive("m 0 0\r", at: .ms(1_000))
        arm.advance(to: .ms(2_000))
        let hand = try #require(arm.hand(at: .ms(2_000)))
        #expect(abs(hand.x - 0.306) < 0.001 && hand.y == 0, "\(hand)")
    }

    /// Wheels 150 mm apart at 2 mm/s a unit: a quarter to the left about the middle, then 0.24 m ahead.
    @Test func wheelsCarryTheBase() throws {
        var rover = PosedArms.rover
        for (channel, letter) in zip(rover.channels, "LRB") {
            let template = FrameTemplate([.byte(letter.asciiValue!), .decimal(width: 0, of: nil), .byte(10)])
            rover.profiles[channel].frames = .init(template)
        }
        var arm = SimulatedArm(rover, at: 0)
        expect(arm.hand(at: 0), 0, 0, 0)
        // 60 and -60: 0.12 m/s each way, 0.24 / 0.15 rad/s, so that 90 degrees take 0.981748 s.
        arm.receive("L-60\nR60\n", at: 0)
        arm.receive("L0\nR0\n", at: 981_748)
        arm.receive("L60\nR60\n", at: .ms(1_000))
        arm.receive("L0\nR0\n", at: .ms(3_000))
        let hand = try #require(arm.hand(at: .ms(4_000)))
        #expect(abs(hand.x) < 1e-6 && abs(hand.y - 0.24) < 1e-6)
        // The boom: 3 mm/s a unit.
        arm.receive("B60\n", at: .ms(5_000))
        #expect(abs((arm.hand(at: .ms(6_000))?.z ?? 0) - 0.18) < 1e-12)
    }
}
