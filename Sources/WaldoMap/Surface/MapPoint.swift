/// A measured number at a point of a map's plane.
public struct MapPoint: Equatable, Sendable {
    /// Where it was measured.
    public var point: PlanePoint
    /// The number, in the stream's unit.
    public var value: Double
    /// Its error at one standard deviation, in the same unit; 0: not known.
    public var sigma: Double

    /// Creates a point from its parts.
    public init(_ point: PlanePoint, value: Double, sigma: Double = 0) {
        (self.point, self.value, self.sigma) = (point, value, sigma)
    }
}
