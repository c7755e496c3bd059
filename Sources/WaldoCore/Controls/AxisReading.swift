/// One axis as its control reads it, for screens.
public struct AxisReading: Equatable, Sendable {
    /// ABS_* code.
    public var code: UInt16
    /// The value that counts as rest, in the axis's own units: what was learned when the input was added.
    public var rest: Double
    /// The values within the control's dead zone.
    public var deadZone: ClosedRange<Double>
    /// The value before dead zone and curve, -1...+1.
    public var value: Double
    /// Whether it has stood too far off its centre to count as rest since the input was added.
    public var isOffCentre: Bool
}
