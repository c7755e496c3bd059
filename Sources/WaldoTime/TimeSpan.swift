/// A length of time in whole microseconds; negative from a later instant to an earlier one. An overflow traps, as with
/// integers.
@frozen
public struct TimeSpan: Sendable, Hashable, Comparable {
    /// The length in microseconds.
    public let microseconds: Int64

    @inlinable
    init(microseconds: Int64) { self.microseconds = microseconds }

    /// No time.
    @inlinable
    public static var zero: TimeSpan { .microseconds(0) }

    /// A span of whole microseconds.
    @inlinable
    public static func microseconds(_ count: Int64) -> TimeSpan { TimeSpan(microseconds: count) }

    /// A span of whole milliseconds.
    @inlinable
    public static func milliseconds(_ count: Int64) -> TimeSpan { .microseconds(count * 1_000) }

    /// A span of whole seconds.
    @inlinable
    public static func seconds(_ count: Int64) -> TimeSpan { .microseconds(count * 1_000_000) }

    /// The span in seconds.
    @inlinable
    public var inSeconds: Double { Double(microseconds) / 1_000_000 }

    /// Whether both are equally long.
    @inlinable
    public static func == (one: TimeSpan, other: TimeSpan) -> Bool { one.microseconds == other.microseconds }

    /// Whether the first is shorter.
    @inlinable
    public static func < (one: TimeSpan, other: TimeSpan) -> Bool { one.microseconds < other.microseconds }

    /// The sum of two spans.
    @inlinable
    public static func + (one: TimeSpan, other: TimeSpan) -> TimeSpan {
        .microseconds(one.microseconds + other.microseconds)
    }

    /// The difference of two spans.
    @inlinable
    public static func - (one: TimeSpan, other: TimeSpan) -> TimeSpan {
        .microseconds(one.microseconds - other.microseconds)
    }

    /// Lengthens a span by another.
    @inlinable
    public static func += (one: inout TimeSpan, other: TimeSpan) { one = one + other }

    /// A span this many times as long.
    @inlinable
    public static func * (span: TimeSpan, factor: Int) -> TimeSpan { .microseconds(span.microseconds * Int64(factor)) }

    /// How often one span fits into another, rounded towards zero.
    @inlinable
    public static func / (span: TimeSpan, part: TimeSpan) -> Int { Int(span.microseconds / part.microseconds) }
}
