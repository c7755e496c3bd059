/// An arm's joints as numbers of its channels move them, and the points of the chain that a fence keeps out.
struct FenceChain: Sendable {
    struct Joint: Sendable {
        let kind: ArmPose.Kind
        let axis: ArmPose.Axis
        /// The channel whose number is its coordinate; nil: it is fixed.
        let channel: Channel?
        /// The coordinate is (number - zero) * step, in degrees or metres; of a fixed joint it is `step`.
        let zero: Double, step: Double
        /// How far a point behind it can be from its axis.
        var lever = 0.0
    }

    /// The end of a link, or the hand.
    struct Point: Sendable {
        /// It is behind so many joints.
        let count: Int
        /// Whether nothing but turns about the base's axis moves it.
        let isOnColumn: Bool
    }

    let joints: [Joint]
    let points: [Point]

    init(_ pose: ArmPose, of arm: Arm) {
        var joints = pose.joints.map { joint in
            guard case .position(let channel, let zero, let unit) = joint.motion else {
                // A velocity has no number for a coordinate; files refuse it beside a fence.
                let value = if case .fixed(let value) = joint.motion { value } else { 0.0 }
                return Joint(kind: joint.kind, axis: joint.axis, channel: nil, zero: 0, step: value)
            }
            let step = unit / .ten(to: arm.profiles[channel].range.decimals)
            return Joint(kind: joint.kind, axis: joint.axis, channel: channel, zero: Double(zero), step: step)
        }
        var lever = 0.0
        for index in joints.indices.reversed() {
            joints[index].lever = lever
            if joints[index].kind == .move { lever += joints[index].longest(of: arm) }
        }
        self.joints = joints
        points = Self.points(of: joints)
    }

    /// The points that a channel moves. Of fixed moves in a row only the last one ends a link.
    private static func points(of joints: [Joint]) -> [Point] {
        var points: [Point] = []
        // A column rises from the base and turns about its axis; what turns with it keeps its height and distance.
        var isColumn = true, isTurned = false, isMoved = false
        for (index, joint) in joints.enumerated() {
            let isUpright = joint.axis == .z
            if joint.channel != nil {
                if isColumn, isUpright, joint.kind == .turn { isTurned = true } else { isMoved = true }
            } else if !isUpright {
                isColumn = false
            }
            guard joint.kind == .move, isTurned || isMoved else { continue }
            let goesOn = joints.dropFirst(index + 1).first.map { $0.kind == .move && $0.channel == nil } ?? false
            if !goesOn { points.append(Point(count: index + 1, isOnColumn: !isMoved)) }
        }
        return points
    }

    /// Whether a channel moves a point.
    func isMoved(by channel: Channel) -> Bool {
        joints.contains { $0.channel == channel && ($0.kind == .move || $0.lever > 0) }
    }

    /// Where a point is on the even way of all channels from a number of one place to that of another.
    /// - Parameters:
    ///   - start: which numbers of both places, 0...1.
    ///   - part: how much of the way, 0...1.
    func place(
        of point: Point, from: FencePlace, to: FencePlace, start: Double = 0, part: Double = 0
    ) -> ArmPoint {
        // From the point back to the base, each joint moves what is known of it so far.
        var place = ArmPoint()
        var index = point.count
        while index > 0 {
            index -= 1
            let joint = joints[index]
            var value = joint.step
            if let channel = joint.channel {
                let (first, last) = (from.number(channel, at: start), to.number(channel, at: start))
                value *= first + (last - first) * part - joint.zero
            }
            place.carry(joint.kind, joint.axis, by: value)
        }
        return place
    }

    /// What bounds the way of every point, while no number changes by more than this.
    func bound(_ most: (Channel) -> Double) -> FenceBound {
        var turn = 0.0, swing = 0.0, shift = 0.0
        for joint in joints {
            guard let channel = joint.channel else { continue }
            let change = (most(channel) * joint.step).magnitude
            if joint.kind == .move {
                shift += change
            } else {
                turn += change * Degrees.inRadians
                swing += change * Degrees.inRadians * joint.lever
            }
        }
        return FenceBound(length: swing + shift, acceleration: turn * (swing + 2 * shift))
    }
}

extension FenceChain.Joint {
    /// The greatest magnitude of its coordinate.
    fileprivate func longest(of arm: Arm) -> Double {
        guard let channel else { return step.magnitude }
        let bounds = arm.profiles[channel].range.bounds
        return max(
            ((Double(bounds.lowerBound) - zero) * step).magnitude,
            ((Double(bounds.upperBound) - zero) * step).magnitude)
    }
}
