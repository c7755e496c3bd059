/// How a stick's displacement becomes a control's value.
public struct Shaping: Equatable, Sendable {
    /// The fraction of travel around rest that counts as rest, 0..<1.
    public var deadZone: Double
    /// The cubic share of the curve, 0...1: more makes small motions finer.
    public var expo: Double

    /// Creates a shaping from a dead zone and a curve.
    public init(deadZone: Double = 0, expo: Double = 0) {
        self.deadZone = deadZone
        self.expo = expo
    }

    /// Shapes a raw displacement, 0...1: zero in the dead zone, one at full travel, continuous between them; zero if
    /// a value is not finite.
    public func shaped(_ displacement: Double) -> Double {
        guard displacement > deadZone else { return 0 }
        let part = (displacement - deadZone) / (1 - deadZone), d = Swift.min(1, part)
        let shaped = d * ((1 - expo) + expo * d * d)
        return part.isFinite && shaped.isFinite ? shaped : 0
    }
}
