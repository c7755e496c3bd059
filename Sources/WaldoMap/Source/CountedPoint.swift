public import WaldoCore
import WaldoSurvey

/// Counts at a point of space.
public struct CountedPoint: Equatable, Sendable {
    /// Where they were counted, in metres.
    public var point: ArmPoint
    /// How many there were.
    public var counts: Double
    /// How many a field of one unit would give on average: the sensitivity times the counting time.
    public var exposure: Double

    /// Creates a point from its parts.
    public init(_ point: ArmPoint, counts: Double, exposure: Double) {
        (self.point, self.counts, self.exposure) = (point, counts, exposure)
    }
}
