public import WaldoTime

/// A place at a time, as one source gives it.
public struct Fix: Equatable, Sendable {
    /// What gives places.
    public enum Source: String, Equatable, Sendable, CaseIterable {
        /// The sensor's own messages.
        case message
        /// gpsd.
        case gpsd
        /// The operator: one place for the whole survey.
        case fixed
        /// The arm's commanded pose.
        case arm
    }

    /// Which source gave it.
    public var source: Source
    /// The time at which it was measured, on the session's clock.
    public var at: Instant
    /// Where.
    public var place: Place
    /// Whether the source calls it valid.
    public var isValid: Bool
    /// Satellites used; nil: not stated.
    public var satellites: Int?
    /// Horizontal dilution of precision; nil: not stated.
    public var hdop: Double?

    /// Creates a fix from its parts.
    public init(
        source: Source, at: Instant, place: Place, isValid: Bool = true, satellites: Int? = nil, hdop: Double? = nil
    ) {
        self.source = source
        self.at = at
        self.place = place
        self.isValid = isValid
        self.satellites = satellites
        self.hdop = hdop
    }
}
