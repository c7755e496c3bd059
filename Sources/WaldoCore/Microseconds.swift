/// A moment on CLOCK_MONOTONIC, or a span between two, in microseconds.
///
/// Nothing in this module reads a clock: every step is handed the moment at which it happens.
public typealias Microseconds = Int64

extension Microseconds {
    /// A span of whole milliseconds.
    public static func milliseconds(_ count: Int64) -> Microseconds { count * 1_000 }

    /// A span of whole seconds.
    public static func seconds(_ count: Int64) -> Microseconds { count * 1_000_000 }
}
