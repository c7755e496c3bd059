import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoSurvey

/// Where the hand is by its commands. The numbers are those of independent Python scripts: a chain of 4x4 matrices with
/// the C library's sines, and dead reckoning in two million straight steps.
@Suite struct CommandedPoseTests {
    private func at(_ seconds: Double) -> Instant { Instant(microseconds: Int64((seconds * 1_000_000).rounded())) }

    private func pose(_ arm: Arm, _ commands: [(Int, Int32, Double)] = []) -> CommandedPose {
        var pose = CommandedPose(arm)!
        for (channel, value, time) in commands { pose.command(Channel(channel), value, at: at(time)) }
        return pose
    }

    private func isNear(_ place: Place, _ x: Double, _ y: Double, _ z: Double, within error: Double = 1e-13) -> Bool {
        abs(place.x - x) <= error && abs(place.y - y) <= error && abs((place.z ?? .nan) - z) <= error
    }

    @Test(
        arguments: [
            ([90, 90, 90, 90], 0, 0, 0.28), ([0, 90, 0, 90], 0, -0.12, 0.16),
            ([135, 30, 120, 75], 0.109521514817041, 0.109521514817041, 0.207566303550217),
            ([180, 45, 60, 10], 0, 0.164889474691408, 0.11516389024539),
        ] as [([Int32], Double, Double, Double)])
    func theChainOfAServoArm(_ angles: [Int32], _ x: Double, _ y: Double, _ z: Double) {
        let pose = pose(PosedArms.servo, angles.enumerated().map { ($0, $1, 0) })
        let place = pose.place(at: at(0.3))
        #expect(isNear(place, x, y, z) && place.system == .arm && place.accuracy == 0.005, "\(place)")
    }

    @Test(
        arguments: [
            (0, 0, 0, 0, 0, 0.15), (25, 0, 0, 0.106066017177982, 0, 0.106066017177982),
            (0, 25, 0, 0, 0.106066017177982, 0.106066017177982),
            (10, -20, 10, 0.0377, -0.0886380160457049, 0.116028669351507),
        ] as [(Int32, Int32, Int, Double, Double, Double)])
    func theChainOfTheDefaultArm(_ zx: Int32, _ zy: Int32, _ frames: Int, _ x: Double, _ y: Double, _ z: Double) {
        var pose = pose(PosedArms.stepper, [(1, zx, 0), (2, zy, 0)])
        for _ in 0..<frames { pose.command(Channel(0), 6, at: 0) }
        #expect(isNear(pose.place(at: at(60)), x, y, z))
    }

    /// Both angles may be any: 0.01^2 + 2 (sqrt(2) 0.15)^2.
    @Test func beforeACommandAPositionMayBeAnywhere() {
        let place = pose(PosedArms.stepper).place(at: 5)
        #expect(isNear(place, 0, 0, 0.15) && abs(place.accuracy! - 0.300_166_620_396_072_67) < 1e-12)
        #expect(place.verticalAccuracy == place.accuracy)
    }

    /// From an unknown place the way may be 200 units: 52 ms + 200 x 31 ms. From 100 to 50 it is 1,602 ms.
    @Test func aPositionMovesWhileTheArmIsBusyAndIsKnownThen() {
        let pose = pose(PosedArms.stepper, [(2, 0, 0), (1, 100, 1), (1, 50, 20)])
        #expect(pose.place(at: at(7.251999)).accuracy! > 0.1)
        #expect(pose.place(at: at(7.252)).accuracy == 0.01 && isNear(pose.place(at: at(7.252)), 0, 0, -0.15))
        #expect(isNear(pose.place(at: at(20)), 0, 0, -0.15))
        let half = pose.place(at: at(20.801))
        #expect(isNear(half, 0.10606601717798213, 0, -0.10606601717798211))
        #expect(abs(half.accuracy! - 0.06874865135412213) < 1e-12)
        #expect(isNear(pose.place(at: at(21.602)), 0.15, 0, 0) && pose.place(at: at(21.602)).accuracy == 0.01)
        // Repeated, it stands where it stood.
        var again = pose
        again.command(Channel(1), 50, at: at(30))
        #expect(isNear(again.place(at: at(30.01)), 0.15, 0, 0) && again.place(at: at(30.01)).accuracy == 0.01)
    }

    /// Nine frames forward: 9 x 0.08 mm, and an error of sqrt(9) x 0.04 mm beside 10 mm; zero frames move nothing.
    @Test func aVelocityIsCountedByItsFrames() {
        var commands: [(Int, Int32, Double)] = [(1, 0, 0), (2, 0, 0)]
        for frame in 0..<12 { commands.append((0, frame < 9 ? 6 : 0, 60 + Double(frame))) }
        let pose = pose(PosedArms.stepper, commands)
        let place = pose.place(at: at(100))
        #expect(isNear(place, 0, 0, 0.15072) && abs(place.accuracy! - 0.010000719974081867) < 1e-15)
        #expect(isNear(pose.place(at: at(62.5)), 0, 0, 0.15024))
        let back = self.pose(PosedArms.stepper, commands + [(0, -6, 90)]).place(at: at(100))
        #expect(isNear(back, 0, 0, 0.15064) && back.accuracy! > place.accuracy!)
    }

    /// 5 units of 3 mm/s for 2 s, then back for 1 s: the error is 20 % of the way, not of the place.
    @Test func aVelocityIsCountedByTime() {
        let pose = pose(PosedArms.rover, [(2, 5, 1), (2, -5, 3), (2, 0, 4)])
        let there = pose.place(at: at(3)), back = pose.place(at: at(4))
        #expect(isNear(there, 0, 0, 0.03) && abs(there.accuracy! - 0.00608276253029822) < 1e-15)
        #expect(isNear(back, 0, 0, 0.015) && abs(back.accuracy! - 0.009055385138137416) < 1e-15)
        #expect(isNear(pose.place(at: at(2)), 0, 0, 0.015) && pose.place(at: at(900)) == back)
        // Without another frame the number holds for 10 s.
        let held = self.pose(PosedArms.rover, [(2, 5, 0)])
        #expect(isNear(held.place(at: at(10)), 0, 0, 0.15) && held.place(at: at(99)) == held.place(at: at(10)))
    }

    @Test func wheelsCarryTheBase() {
        let pose = pose(
            PosedArms.rover,
            [
                (0, 30, 0), (1, 60, 0), (0, 50, 2), (1, 50, 2), (0, -20, 3), (1, 20, 3), (0, 40, 4.5), (1, 40, 4.5),
                (0, 0, 5.5), (1, 0, 5.5),
            ])
        for (time, x, y) in [
            (2, 0.161405120451, 0.0682409903982), (3, 0.231075791384, 0.139976599491),
            (4.5, 0.231075791384, 0.139976599491), (5.5, 0.228739829599, 0.219942487732),
            (60, 0.228739829599, 0.219942487732),
        ] {
            #expect(isNear(pose.place(at: at(time)), x, y, 0, within: 1e-10), "\(time)")
        }
        // 0.18 m x (10 % + 10 % of the turned angle): 0.0324 m.
        #expect(abs(pose.place(at: at(2)).accuracy! - 0.03241542842536559) < 1e-9)
        #expect(pose.place(at: at(60)).accuracy! > pose.place(at: at(3)).accuracy!)
    }

    @Test func anActionBringsPositionsAndCountsHome() {
        let commands: [(Int, Int32, Double)] = (0..<25).map { (0, 6, Double($0)) } + [(3, 1, 40)]
        let pose = pose(PosedArms.stepper, commands)
        #expect(pose.place(at: at(41.9)).accuracy! > 0.2)
        #expect(
            pose.place(at: at(42)) == Place(system: .arm, x: 0, y: 0, z: 0.15, accuracy: 0.01, verticalAccuracy: 0.01))
        // Its release afterwards changes nothing; the next frame counts from home.
        let later = self.pose(PosedArms.stepper, commands + [(3, 0, 43), (4, 1, 44), (0, 6, 45)]).place(at: at(50))
        #expect(isNear(later, 0, 0, 0.15008) && abs(later.accuracy! - (1e-4 + 1.6e-9).squareRoot()) < 1e-15)
    }

    @Test func anActionThatEndsTooSoonLeavesThePositionsUnknown() {
        let known: [(Int, Int32, Double)] = [(1, 50, 0), (2, 0, 0)]
        let pose = pose(PosedArms.stepper, known + [(3, 1, 40), (3, 0, 41)])
        #expect(pose.place(at: at(39)).accuracy == 0.01 && pose.place(at: at(50)).accuracy! > 0.2)
        #expect(
            self.pose(PosedArms.stepper, known + [(3, 1, 40), (3, 0, 41), (1, 0, 50), (2, 0, 50)]).place(at: at(60))
                .accuracy == 0.01)
    }

    @Test func aChannelThatTheArmDoesNotHaveIsIgnored() {
        var pose = pose(PosedArms.rover)
        let before = pose.place(at: 5)
        pose.command(Channel(7), 1, at: 1)
        #expect(pose.place(at: 5) == before)
    }

    /// 300 commands a second apart: the first 44 moves are forgotten, and what comes later is not.
    @Test func theLast256MovesAreKept() {
        let commands: [(Int, Int32, Double)] = (0..<300).map { (1, Int32($0 % 2 == 0 ? 0 : 5), Double($0)) }
        let pose = pose(PosedArms.stepper, [(2, 0, 0)] + commands)
        for time in 46..<300 {
            let x = 0.15 * Degrees.sine(time % 2 == 0 ? 0 : 9)
            #expect(abs(pose.place(at: at(Double(time) + 0.9)).x - x) < 1e-15, "\(time)")
        }
    }

    /// Commands never change a place before them, whichever come; and no radius is below the resting hand's.
    @Test(arguments: 0..<3)
    func commandsChangeNothingBeforeThem(_ index: Int) {
        let arm = [PosedArms.servo, PosedArms.stepper, PosedArms.rover][index]
        var random = SeededGenerator(5)
        for _ in 0..<50 {
            var pose = pose(arm), now = 0.0, places: [(Double, Place)] = []
            for _ in 0..<60 {
                let channel = arm.channels.randomElement(using: &random)!
                let range = arm.profiles[channel].range
                let value = Int32.random(in: range.low...range.high, using: &random)
                now += Double.random(in: 0...3, using: &random)
                pose.command(channel, value, at: at(now))
                now += Double.random(in: 0.000001...3, using: &random)
                let place = pose.place(at: at(now - 0.000001))
                #expect(place.accuracy! >= arm.pose!.accuracy)
                places.append((now - 0.000001, place))
            }
            for (time, place) in places { #expect(pose.place(at: at(time)) == place) }
        }
    }

    @Test func theLocatorAsksTheArmAndTellsAnAssumedGeometry() throws {
        let rules = LocationRules(sources: [.gpsd, .arm])
        var locator = Locator(rules, pose: CommandedPose(PosedArms.stepper))
        for channel in 1...2 { locator.command(Channel(channel), 0, at: 0) }
        #expect(!locator.isFinal(at: at(20)))
        #expect(
            try #require(locator.place(at: at(20)))
                == (Place(system: .arm, x: 0, y: 0, z: 0.15, accuracy: 0.01, verticalAccuracy: 0.01), .assumedPose))
        locator.add(Fix(source: .gpsd, at: at(19), place: Place(x: 1, y: 2)))
        #expect(try #require(locator.place(at: at(20))) == (Place(x: 1, y: 2), .nearestPlace))
        #expect(try #require(locator.place(at: at(50))).flags == .assumedPose)
        let sourced = Locator(LocationRules(sources: [.arm]), pose: CommandedPose(PosedArms.servo))
        #expect(sourced.isFinal(at: 0) && sourced.place(at: 0)?.flags == [])
        #expect(Locator(LocationRules(sources: [.fixed]), pose: CommandedPose(PosedArms.servo)).place(at: 0) == nil)
    }
}
