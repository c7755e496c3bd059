import WaldoCore
import WaldoTime

/// What has to hold of each command of an arm: its travel, its slew, its fence.
struct HandWatch {
    private let arm: Arm, pose: ArmPose, regions: [ArmFence.Region]
    /// The points that are kept out: how many joints each is behind, and whether it is on the base's column.
    private let points: [(count: Int, isOnColumn: Bool)]
    /// Where each number may be by now, by its slew from all that was sent before.
    private var least: [Double], most: [Double], at: Instant?
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
        (least, most) = (start, start)
    }

    /// The first thing that is wrong with a command; nil: nothing is.
    mutating func fault(from: PerChannel<Int32>, to: PerChannel<Int32>, at now: Instant) -> String? {
        count += 1
        let span = at.map { Double((now - $0).microseconds) / 1e6 } ?? 0
        at = now
        // A hand's step begins an interval before it ends.
        let interval = Double(max(5_000, arm.pacing.interval.microseconds)) / 1e6
        for channel in arm.movingChannels {
            let profile = arm.profiles[channel], number = Double(to[channel]), index = channel.index
            let travel = profile.limits?.travel ?? profile.range.bounds
            guard travel.contains(to[channel]) else { return "\(now): \(profile.name) goes to \(to[channel])" }
            guard let slew = profile.limits?.slew else { continue }
            least[index] -= slew * span
            most[index] += slew * span
            guard number >= least[index] - slew * interval - 1, number <= most[index] + slew * interval + 1 else {
                return "\(now): \(profile.name) is faster than its slew, \(from[channel]) to \(to[channel])"
            }
            least[index] = max(least[index], number)
            most[index] = min(most[index], number)
        }
        // Of the way between two commands, one in eight is looked at.
        return entered(from, to, parts: count % 8 == 0 ? 16 : 1)
            .map { "\(now): \($0), \(from.list) to \(to.list)" }
    }

    private func entered(_ from: PerChannel<Int32>, _ to: PerChannel<Int32>, parts: Int) -> String? {
        for part in 1...parts {
            let weight = Double(part) / Double(parts)
            for (count, isOnColumn) in points {
                let point = pose.point(behind: count) { index in
                    switch pose.joints[index].motion {
                    case .fixed(let value): return value
                    case .position(let channel, let zero, let unit):
                        let (one, other) = (Double(from[channel]), Double(to[channel]))
                        return (one + (other - one) * weight - Double(zero)) * unit
                    case .frames, .rate: return 0
                    }
                }
                for region in regions {
                    // A round region has it inside for ever.
                    if isOnColumn { guard case .box = region.shape else { continue } }
                    let depth = region.shape.depth(of: point)
                    if depth > Fence.tolerance + 1e-12 { return "a point is \(depth) m inside of \(region.name)" }
                }
            }
        }
        return nil
    }
}
