/// A point in an arm's workspace: metres from its base, x forward, y to the left, z up.
@frozen
public struct ArmPoint: Equatable, Sendable {
    /// Metres.
    public var x: Double, y: Double, z: Double

    /// Creates a point; by default the base.
    @inlinable
    public init(x: Double = 0, y: Double = 0, z: Double = 0) { (self.x, self.y, self.z) = (x, y, z) }
}

extension ArmPose {
    /// Where the chain is behind its first joints, before the drive moves the base: the hand is behind all of them.
    /// - Parameters:
    ///   - count: how many joints, 0...`joints.count`.
    ///   - coordinate: the coordinate of the joint of an index, in degrees or metres.
    public func point(behind count: Int, _ coordinate: (Int) -> Double) -> ArmPoint {
        // From the point back to the base, each joint moves what is known of it so far.
        var point = ArmPoint()
        var index = count
        while index > 0 {
            index -= 1
            point.carry(joints[index].kind, joints[index].axis, by: coordinate(index))
        }
        return point
    }
}

extension ArmPoint {
    /// Moves the point as a joint between it and the base does.
    /// - Parameter value: the joint's coordinate, in degrees or metres.
    @inline(__always)
    mutating func carry(_ kind: ArmPose.Kind, _ axis: ArmPose.Axis, by value: Double) {
        switch (kind, axis) {
        case (.move, .x): x += value
        case (.move, .y): y += value
        case (.move, .z): z += value
        case (.turn, let axis): turn(about: axis, by: value)
        }
    }

    /// Turns the point about an axis by degrees, as a right-handed screw turns.
    public mutating func turn(about axis: ArmPose.Axis, by angle: Double) {
        let (sine, cosine) = (Degrees.sine(angle), Degrees.cosine(angle))
        switch axis {
        case .x: (y, z) = (y * cosine - z * sine, y * sine + z * cosine)
        case .y: (z, x) = (z * cosine - x * sine, z * sine + x * cosine)
        case .z: (x, y) = (x * cosine - y * sine, x * sine + y * cosine)
        }
    }
}
