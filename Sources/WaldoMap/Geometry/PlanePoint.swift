/// A point of a map's plane, in metres.
@frozen
public struct PlanePoint: Hashable, Sendable {
    /// Metres: east and north in the world, along the plane's two axes in an arm's workspace.
    public var x: Double, y: Double

    /// Creates a point; by default the origin.
    @inlinable
    public init(x: Double = 0, y: Double = 0) { (self.x, self.y) = (x, y) }

    /// The square of the distance to another point, in square metres.
    @inlinable
    public func square(to other: PlanePoint) -> Double {
        let x = x - other.x, y = y - other.y
        return x * x + y * y
    }

    /// The distance to another point in metres.
    @inlinable
    public func distance(to other: PlanePoint) -> Double { square(to: other).squareRoot() }
}
