// The types are frozen and their members inlinable, so that other modules use them at the cost of an integer: every
// turn of the state machine compares and adds times.

/// A time on a clock that only advances: CLOCK_MONOTONIC, or that of a recording, which starts with its drive.
///
/// Nothing in this module reads a clock. An overflow traps, as with integers.
@frozen
public struct Instant: Sendable, Hashable, Comparable {
    /// Microseconds since the clock's start.
    public let microseconds: Int64

    /// Creates an instant from the microseconds since the clock's start.
    @inlinable
    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// The clock's start: where a recording begins.
    @inlinable
    public static var clockStart: Instant { Instant(microseconds: 0) }

    /// Before every other instant: what has never happened, or is due at once.
    @inlinable
    public static var distantPast: Instant { Instant(microseconds: .min) }

    /// The earlier of two instants, where nil means never.
    @inlinable
    public static func earlier(_ one: Instant?, _ other: Instant?) -> Instant? {
        guard let one else { return other }
        guard let other else { return one }
        return other < one ? other : one
    }

    /// Whether both are the same moment.
    @inlinable
    public static func == (one: Instant, other: Instant) -> Bool { one.microseconds == other.microseconds }

    /// Whether the first is earlier.
    @inlinable
    public static func < (one: Instant, other: Instant) -> Bool { one.microseconds < other.microseconds }

    /// How much later the first is than the second.
    @inlinable
    public static func - (end: Instant, start: Instant) -> TimeSpan {
        .microseconds(end.microseconds - start.microseconds)
    }

    /// The instant that is later by a span.
    @inlinable
    public static func + (instant: Instant, span: TimeSpan) -> Instant {
        Instant(microseconds: instant.microseconds + span.microseconds)
    }

    /// The instant that is earlier by a span.
    @inlinable
    public static func - (instant: Instant, span: TimeSpan) -> Instant {
        Instant(microseconds: instant.microseconds - span.microseconds)
    }

    /// Moves an instant later by a span.
    @inlinable
    public static func += (instant: inout Instant, span: TimeSpan) { instant = instant + span }
}
