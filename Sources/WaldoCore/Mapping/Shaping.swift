/// How the way of a stick becomes the value of a control.
public struct Shaping: Equatable, Sendable {
    /// The part of the way around rest that counts as rest, 0..<1.
    public var deadZone: Double
    /// How much of the curve is cubic, 0...1: more makes the first motion finer.
    public var expo: Double

    /// A dead zone and a curve.
    public init(deadZone: Double = 0, expo: Double = 0) {
        self.deadZone = deadZone
        self.expo = expo
    }

    /// The shaped displacement of a raw one, 0...1: zero in the dead zone, one at full way, no jump between; zero where
    /// anything is no number.
    public func shaped(_ displacement: Double) -> Double {
        guard displacement > deadZone else { return 0 }
        let part = (displacement - deadZone) / (1 - deadZone), d = Swift.min(1, part)
        let shaped = d * ((1 - expo) + expo * d * d)
        return part.isFinite && shaped.isFinite ? shaped : 0
    }
}
