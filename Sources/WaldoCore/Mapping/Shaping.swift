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

    /// How far beside their nominal centres the axes of one control may rest, as a part of an axis's travel: together
    /// no farther than half the dead zone. Then even a stick that was held there while its rest was learned stays in
    /// the dead zone when it is let go.
    func play(of sources: [AxisSource], in axes: [AxisState]) -> Double {
        let offsets = sources.compactMap { source in
            axes.first { $0.code == source.code }.flatMap { $0.offset(from: source) }
        }
        let distance = offsets.reduce(0) { $0 + $1 * $1 }.squareRoot()
        // Farther off, each axis is judged alone: in a square within the circle.
        return distance <= deadZone / 2 ? deadZone / 2 : deadZone / 2 / Double(offsets.count).squareRoot()
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
