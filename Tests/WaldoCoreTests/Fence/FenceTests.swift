import Testing
import WaldoTestSupport

@testable import WaldoCore

/// What a fence says of a way is true everywhere on it.
@Suite struct FenceTests {
    private static let arm = FencedArm.arm(FencedArm.all)

    private static func numbers(_ list: Int32...) -> PerChannel<Int32> { PerChannel(list) }

    /// Seeded ways, half of them of a few degrees, that begin outside of all regions.
    private static func ways(_ seed: UInt64, _ count: Int) -> [(from: PerChannel<Int32>, to: PerChannel<Int32>)] {
        guard let fence = Fence(arm) else { return [] }
        var random = SeededGenerator(seed)
        var ways: [(PerChannel<Int32>, PerChannel<Int32>)] = []
        while ways.count < count {
            let from = PerChannel<Int32>((0..<4).map { _ in .random(in: 0...180, using: &random) })
            guard fence.region(at: from) == nil else { continue }
            let most: Int32 = Bool.random(using: &random) ? 4 : 180
            ways.append((from, from.map { max(0, min(180, $0 + .random(in: -most...most, using: &random))) }))
        }
        return ways
    }

    @Test func aFreeWayEntersNoRegionBetweenTheSamplesEither() throws {
        let fence = try #require(Fence(Self.arm))
        var free = 0, closed = 0
        for (from, to) in Self.ways(1, 1_500) {
            guard fence.region(from: from, to: to) == nil else {
                closed += 1
                continue
            }
            free += 1
            let deepest = FencedArm.depths(from, to, of: Self.arm).max() ?? 1
            #expect(deepest <= Fence.tolerance + 1e-12, "\(from.list) to \(to.list): \(deepest) m")
        }
        #expect(free > 200 && closed > 200, "\(free) ways are free and \(closed) are not")
    }

    /// From each place between two; some joints are sent elsewhere.
    @Test func aFreeWayFromAnyPlaceEntersNoRegion() throws {
        let fence = try #require(Fence(Self.arm))
        var random = SeededGenerator(4), free = 0, closed = 0
        for (one, other) in Self.ways(4, 1_500) where fence.region(from: one, to: other) == nil {
            var from = FencePlace(one)
            from.other = other
            var to = from
            let most: Int32 = Bool.random(using: &random) ? 6 : 60
            for channel in Self.arm.channels where Bool.random(using: &random) {
                to.set(channel, max(0, min(180, other[channel] + .random(in: -most...most, using: &random))))
            }
            guard fence.region(from: from, to: to) == nil else {
                closed += 1
                continue
            }
            free += 1
            for part in 0...20 {
                let part = Double(part) / 20
                let first = Self.arm.channels.map { from.number($0, at: part) }
                let last = Self.arm.channels.map { to.number($0, at: part) }
                let deepest = FencedArm.depths(PerChannel(first), PerChannel(last), of: Self.arm, parts: 20).max() ?? 1
                #expect(deepest <= Fence.tolerance + 1e-12, "\(from) to \(to): \(deepest) m")
            }
        }
        #expect(free > 50 && closed > 50, "the ways from \(free) places are free and from \(closed) are not")
    }

    /// A fence that refuses too much would be as safe, and useless.
    @Test func aWayThatIsClearOfAllRegionsIsFree() throws {
        let fence = try #require(Fence(Self.arm))
        for (from, to) in Self.ways(2, 1_500) {
            let change = zip(from.list, to.list).map { ($0 - $1).magnitude }.max() ?? 0
            guard change <= 4, FencedArm.depths(from, to, of: Self.arm).allSatisfy({ $0 < -0.000_5 }) else { continue }
            #expect(fence.region(from: from, to: to) == nil, "\(from.list) to \(to.list)")
        }
    }

    @Test func aNumberIsShortenedToTheLastThatIsFree() throws {
        let fence = try #require(Fence(Self.arm))
        var shortened = 0
        for (from, to) in Self.ways(3, 600) {
            let channel = Channel(shortened % 4)
            let place = FencePlace(from)
            let (number, region) = fence.allowed(channel, to: to[channel], from: place, with: place)
            var target = from
            target[channel] = number
            #expect(fence.region(from: from, to: target) == nil)
            guard region != nil else {
                #expect(number == to[channel])
                continue
            }
            shortened += 1
            target[channel] += (to[channel] - number).signum()
            #expect(number != to[channel] && fence.region(from: from, to: target) != nil)
        }
        #expect(shortened > 50)
    }

    /// A hand below the table may be raised and turned, and does not get lower.
    @Test func aStartInsideLetsOutAndNotFurtherIn() throws {
        let fence = try #require(Fence(FencedArm.arm([FencedArm.table])))
        // Level at 60 mm, with the wrist straight down: the hand is 20 mm above zero, which is the table.
        let level = Self.numbers(90, 0, 90, 0), below = Self.numbers(90, 0, 80, 0)
        #expect(fence.region(at: level) == nil && fence.region(at: below) == 0)
        #expect(fence.region(from: below, to: level) == nil, "it may leave")
        #expect(fence.region(from: below, to: Self.numbers(10, 0, 80, 0)) == nil, "it may turn at its height")
        #expect(fence.region(from: below, to: Self.numbers(90, 0, 79, 0)) == 0, "it does not get deeper")
        #expect(fence.region(from: below, to: Self.numbers(90, 10, 80, 0)) == nil)
    }

    /// However far the way is.
    @Test func aFreeWayFromInsideGetsNoDeeperBetweenTheSamplesEither() throws {
        let fence = try #require(Fence(Self.arm))
        var random = SeededGenerator(5), free = 0, closed = 0
        while free < 200 {
            let from = PerChannel<Int32>((0..<4).map { _ in .random(in: 0...180, using: &random) })
            let to = PerChannel<Int32>((0..<4).map { _ in .random(in: 0...180, using: &random) })
            guard fence.region(at: from) != nil else { continue }
            guard fence.region(from: from, to: to) == nil else {
                closed += 1
                continue
            }
            free += 1
            let first = FencedArm.depths(from, from, of: Self.arm)
            for (start, deepest) in zip(first, FencedArm.depths(from, to, of: Self.arm)) {
                #expect(
                    deepest <= max(start, Fence.tolerance) + Fence.bulge,
                    "\(from.list) to \(to.list): \(start) to \(deepest) m")
            }
        }
        #expect(closed > 200)
    }

    /// The wall is between two places that are outside of it.
    @Test func aWallThatIsThinnerThanAStepIsNotPassed() throws {
        let fence = try #require(Fence(FencedArm.arm([FencedArm.wall])))
        // From upright forwards and down: the elbow at 100 mm comes to x = 100 mm only when it is level.
        let behind = Self.numbers(90, 90, 90, 90), before = Self.numbers(90, 40, 90, 90)
        #expect(fence.region(at: behind) == nil && fence.region(at: before) == nil)
        #expect(fence.region(from: behind, to: before) == 0)
        #expect(fence.region(from: before, to: behind) == 0)
    }

    /// The column of an arm is within a cylinder around its base, and what stands still enters nothing.
    @Test func theColumnIsNotKeptOutOfTheCylinder() throws {
        var arm = FencedArm.arm([.init("cylinder", .cylinder(radius: 0.08, height: 0.2))])
        arm.pose?.joints.insert(.init(.move, .x, .fixed(0.03)), at: 2)
        let fence = try #require(Fence(arm))
        #expect(fence.region(at: Self.numbers(90, 0, 90, 90)) == nil)
        #expect(fence.region(at: Self.numbers(90, 90, 90, 90)) == 0, "its upper arm is not the column")
        #expect(fence.isMoved(by: Channel(3)))
    }

    @Test func anArmWithoutAPoseHasNone() {
        var arm = Self.arm
        arm.pose = nil
        #expect(Fence(arm) == nil && Fence(Arm.robot) == nil)
    }
}
