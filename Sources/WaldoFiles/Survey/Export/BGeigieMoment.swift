import WaldoCore
public import WaldoSurvey

/// What is known of the moment at which a row of a log ends. A bGeigie writes a row at the end of its five seconds,
/// with the time and the fix of that moment.
public struct BGeigieMoment: Equatable, Sendable {
    /// The time in microseconds since 1970; nil: not known.
    public var utc: Int64?
    /// Where the device was; nil: not known.
    public var place: Place?
    /// Whether a fix beside it is at a place that no speed of the carrier explains.
    public var hasOutlier: Bool
    /// Satellites that the receiver used; nil: it had no fix of that moment, or does not state them.
    public var satellites: Int?
    /// The horizontal dilution of precision; nil likewise.
    public var hdop: Double?

    /// Creates a moment from its parts.
    public init(
        utc: Int64? = nil, place: Place? = nil, hasOutlier: Bool = false, satellites: Int? = nil, hdop: Double? = nil
    ) {
        self.utc = utc
        self.place = place
        self.hasOutlier = hasOutlier
        self.satellites = satellites
        self.hdop = hdop
    }
}
