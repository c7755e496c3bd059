import WaldoCore
public import WaldoSurvey

/// A place of a track, and when it was there.
public struct TrackPoint: Equatable, Sendable {
    /// When, in microseconds since 1970.
    public var utc: Int64
    /// Where.
    public var place: Place
    /// The horizontal dilution of precision; nil: not stated.
    public var hdop: Double?

    /// Creates a point from its parts.
    public init(utc: Int64, place: Place, hdop: Double? = nil) {
        self.utc = utc
        self.place = place
        self.hdop = hdop
    }
}
