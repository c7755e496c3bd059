/// A time on CLOCK_MONOTONIC, or a duration, in microseconds.
///
/// Nothing in this module reads a clock: time is a parameter of every step.
public typealias Microseconds = Int64

extension Microseconds {
    /// A duration of whole milliseconds.
    public static func milliseconds(_ count: Int64) -> Microseconds { count * 1_000 }

    /// A duration of whole seconds.
    public static func seconds(_ count: Int64) -> Microseconds { count * 1_000_000 }
}
