/// Where the hand is, and the geometric Jacobian of its chain: how it moves with each channel's number.
///
/// Element `index` of a row belongs to the channel of that index. All is in the base's axes.
public struct HandPlace: Sendable {
    /// The hand's point, in millimetres.
    public private(set) var point = SIMD3<Double>.zero
    /// The hand's own axes, each of length 1.
    public private(set) var forward = SIMD3<Double>(1, 0, 0), up = SIMD3<Double>(0, 0, 1)
    /// Millimetres for each unit of a number.
    public private(set) var x = SIMD8<Double>.zero, y = SIMD8<Double>.zero, z = SIMD8<Double>.zero
    /// Degrees about an axis for each unit of a number.
    public private(set) var aboutX = SIMD8<Double>.zero, aboutY = SIMD8<Double>.zero, aboutZ = SIMD8<Double>.zero

    /// The hand's axis to its left.
    public var side: SIMD3<Double> { Self.cross(up, forward) }

    mutating func add(moving way: SIMD3<Double>, to channel: Int) {
        x[channel] += way.x
        y[channel] += way.y
        z[channel] += way.z
    }

    /// Counts a turn about an axis through a point. What it moves at the base's origin is summed; `finish` adds what it
    /// moves between there and the hand.
    mutating func add(turning axis: SIMD3<Double>, at point: SIMD3<Double>, to channel: Int) {
        add(moving: Self.cross(point, axis) * Degrees.inRadians, to: channel)
        aboutX[channel] += axis.x
        aboutY[channel] += axis.y
        aboutZ[channel] += axis.z
    }

    mutating func finish(at point: SIMD3<Double>, forward: SIMD3<Double>, up: SIMD3<Double>) {
        (self.point, self.forward, self.up) = (point, forward, up)
        let arm = point * Degrees.inRadians
        x += aboutY * arm.z - aboutZ * arm.y
        y += aboutZ * arm.x - aboutX * arm.z
        z += aboutX * arm.y - aboutY * arm.x
    }

    static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
}
