import WaldoCore
public import WaldoSurvey

/// The values of one time and place.
public struct AirCastingRow: Equatable, Sendable {
    /// The number of its line, from 1.
    public var line: Int
    /// Its bytes as they stand in the file, with the line's end.
    public var bytes: [UInt8]
    /// The session's title; empty: not stated.
    public var session: String
    /// When, in microseconds since 1970; a time without a zone, which is the local one of the session, as if in UTC.
    public var utc: Int64
    /// Where; nil: it states no place, as those of an indoor session.
    public var place: Place?
    /// Each stream that has a value, by its index among the streams of the file, and the value.
    public var values: [Value]

    /// A value of a stream.
    public struct Value: Equatable, Sendable {
        /// The stream's index among the streams of the file.
        public var stream: Int
        /// The number in the stream's unit.
        public var value: Double
    }
}
