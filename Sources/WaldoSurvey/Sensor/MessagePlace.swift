/// The fields of a message that make a place.
public struct MessagePlace: Equatable, Sendable {
    /// The horizontal accuracy in metres.
    public enum Accuracy: Equatable, Sendable {
        /// Always this.
        case metres(Double)
        /// This many times the number of a field, as with the dilution of precision.
        case times(Double, field: Int)
    }

    /// Coordinates that mean that there is no place, in degrees.
    public struct Absent: Equatable, Sendable {
        /// Degrees.
        public var latitude: Double, longitude: Double

        /// Creates a pair of coordinates.
        public init(latitude: Double, longitude: Double) { (self.latitude, self.longitude) = (latitude, longitude) }
    }

    /// The fields of latitude and longitude, in degrees.
    public var latitude: Int, longitude: Int
    /// The field of the height in metres; nil: none.
    public var altitude: Int?
    /// The field that is other than zero while the place is valid; nil: it always is.
    public var valid: Int?
    /// The coordinates with which the sensor states that it has no place; nil: it does so by `valid` alone.
    public var absent: Absent?
    /// The accuracy; nil: not known.
    public var accuracy: Accuracy?
    /// The fields of the satellites used and the horizontal dilution of precision; nil: not stated.
    public var satellites: Int?, hdop: Int?

    /// Creates a place from the indices of its fields.
    public init(
        latitude: Int, longitude: Int, altitude: Int? = nil, valid: Int? = nil, absent: Absent? = nil,
        accuracy: Accuracy? = nil, satellites: Int? = nil, hdop: Int? = nil
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.valid = valid
        self.absent = absent
        self.accuracy = accuracy
        self.satellites = satellites
        self.hdop = hdop
    }
}
