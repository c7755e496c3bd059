/// A place in one of two coordinate systems, with its accuracy.
public struct Place: Equatable, Sendable {
    /// What the coordinates refer to. The raw values are the GeoPackage standard's `srs_id`.
    public enum System: Int32, Equatable, Sendable {
        /// WGS 84: x is the longitude, y the latitude, both in degrees; z is the height in metres.
        case world = 4326
        /// The arm's workspace, the GeoPackage standard's undefined Cartesian system: metres from the arm's base.
        case arm = -1
    }

    /// What the coordinates refer to.
    public var system: System
    /// The coordinates; z is nil where the height is not known.
    public var x: Double, y: Double, z: Double?
    /// The horizontal accuracy at one standard deviation, in metres; nil: not known.
    public var accuracy: Double?
    /// The vertical accuracy at one standard deviation, in metres; nil: not known.
    public var verticalAccuracy: Double?

    /// Creates a place from its parts.
    public init(
        system: System = .world, x: Double, y: Double, z: Double? = nil, accuracy: Double? = nil,
        verticalAccuracy: Double? = nil
    ) {
        self.system = system
        self.x = x
        self.y = y
        self.z = z
        self.accuracy = accuracy
        self.verticalAccuracy = verticalAccuracy
    }
}
