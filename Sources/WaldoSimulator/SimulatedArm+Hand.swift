public import WaldoCore
import WaldoSurvey
public import WaldoTime

extension SimulatedArm {
    /// Where the hand is, in metres from where the base stood at first; nil: the arm's file has no pose.
    public func hand(at time: Instant) -> ArmPoint? {
        guard let pose = arm.pose else { return nil }
        return point(pose, behind: pose.joints.count, base.position(at: time), at: time)
    }

    /// The points of the arm from its base to its hand, one behind each joint, for a drawing.
    public func chain(at time: Instant) -> [ArmPoint] {
        guard let pose = arm.pose else { return [] }
        let position = base.position(at: time)
        return (0...pose.joints.count).map { point(pose, behind: $0, position, at: time) }
    }

    private func point(_ pose: ArmPose, behind count: Int, _ position: BaseState.Position, at time: Instant) -> ArmPoint
    {
        var point = pose.point(behind: count) { coordinate(pose, $0, at: time) }
        if pose.drive != nil {
            point.turn(about: .z, by: position.heading)
            point.x += position.x
            point.y += position.y
        }
        return point
    }

    /// The coordinate of a joint in degrees or metres.
    private func coordinate(_ pose: ArmPose, _ index: Int, at time: Instant) -> Double {
        switch pose.joints[index].motion {
        case .fixed(let value): return value
        case .position(let channel, let zero, let unit):
            let step = unit / .ten(to: arm.profiles[channel].range.decimals)
            return (number(channel, at: time) - Double(zero)) * step
        case .frames(let channel, _, _, _), .rate(let channel, _, _, _, _):
            return number(channel, at: time) * ratios[index]
        }
    }
}
