import WaldoCore
import WaldoTime

/// What has to hold of each command of an arm: its travel, its slew, its fence.
struct HandWatch {
    private let arm: Arm, pose: ArmPose, regions: [ArmFence.Region]
    /// The points that are kept out: how many joints each is behind, and whether it is on the base's column.
    private let points: [(count: Int, isOnColumn: Bool)]
    /// The last number of each channel, and where it may be by its slew from all that was asked for before.
    private var last: [Double], least: [Double], most: [Double], at: Instant?
    private var count = 0

    init(_ arm: Arm) {
        self.arm = arm
        pose = arm.pose ?? ArmPose(joints: [], accuracy: 0)
        regions = arm.fence?.regions ?? []
        var points: [(Int, Bool)] = [], isOnColumn = true
        for (index, joint) in pose.joints.enumerated() {
            if case .position = joint.motion, joint.kind == .move || joint.axis != .z { isOnColumn = false }
            if case .fixed = joint.motion, joint.axis != .z { isOnColumn = isOnColumn && joint.kind == .move }
            let next = pose.joints.dropFirst(index + 1).first
            if joint.kind == .move, next?.kind != .move { points.append((index + 1, isOnColumn)) }
        }
        self.points = points
        let start = arm.startValues.list.map(Double.init)
        (last, least, most) = (start, start, start)
    }

    /// The first joint that is asked to be faster than its slew; nil: none is. Every step that moves numbers is given.
    /// A halt and a fence put a number back towards what was written.
    mutating func fault(asking numbers: PerChannel<Int32>, written: PerChannel<Int32>, at now: Instant) -> String? {
        let span = at.map { Double((now - $0).microseconds) / 1e6 } ?? 0
        at = now
        // A hand's step begins an interval before it ends.
        let interval = Double(max(5_000, arm.pacing.interval.microseconds)) / 1e6
        for channel in arm.movingChannels {
            guard let slew = arm.profiles[channel].limits?.slew else { continue }
            let index = channel.index, number = Double(numbers[channel]), sent = Double(written[channel])
            let isBack = min(sent, last[index]) <= number && number <= max(sent, last[index])
            last[index] = number
            least[index] = isBack ? number : least[index] - slew * span
            most[index] = isBack ? number : most[index] + slew * span
            guard number >= least[index] - slew * interval - 1, number <= most[index] + slew * interval + 1 else {
                return "\(now): \(arm.profiles[channel].name) is faster than its slew, at \(number)"
            }
            least[index] = max(least[index], number)
            most[index] = min(most[index], number)
        }
        return nil
    }

    /// The first thing that is wrong with a command; nil: nothing is. What begins outside may come back, but goes no
    /// further out.
    mutating func fault(from: PerChannel<Int32>, to: PerChannel<Int32>, at now: Instant) -> String? {
        count += 1
        for channel in arm.movingChannels {
            let profile = arm.profiles[channel], travel = profile.limits?.travel ?? profile.range.bounds
            let low = min(travel.lowerBound, from[channel]), high = max(travel.upperBound, from[channel])
            guard (low...high).contains(to[channel]) else { return "\(now): \(profile.name) goes to \(to[channel])" }
        }
        // Of the way between two commands, one in eight is looked at.
        return entered(from, to, parts: count % 8 == 0 ? 16 : 1)
            .map { "\(now): \($0), \(from.list) to \(to.list)" }
    }

    private func entered(_ from: PerChannel<Int32>, _ to: PerChannel<Int32>, parts: Int) -> String? {
        for (count, isOnColumn) in points {
            let start = point(behind: count, from, to, part: 0)
            for part in 1...parts {
                let place = point(behind: count, from, to, part: Double(part) / Double(parts))
                for region in regions {
                    // A round region has it inside for ever.
                    if isOnColumn { guard case .box = region.shape else { continue } }
                    let depth = region.shape.depth(of: place)
                    if depth > max(Fence.tolerance + 1e-12, region.shape.depth(of: start) + Fence.bulge) {
                        return "a point is \(depth) m inside of \(region.name)"
                    }
                }
            }
        }
        return nil
    }

    private func point(
        behind count: Int, _ from: PerChannel<Int32>, _ to: PerChannel<Int32>, part: Double
    ) -> ArmPoint {
        pose.point(behind: count) { index in
            switch pose.joints[index].motion {
            case .fixed(let value): return value
            case .position(let channel, let zero, let unit):
                let (one, other) = (Double(from[channel]), Double(to[channel]))
                return (one + (other - one) * part - Double(zero)) * unit
            case .frames, .rate: return 0
            }
        }
    }
}
