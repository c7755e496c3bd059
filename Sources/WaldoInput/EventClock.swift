/// Which time an event gets: the kernel's stamp, or the moment at which it was read.
struct EventClock: Equatable, Sendable {
    /// A stamp older than this is not believed, in microseconds.
    static let oldest: Int64 = 1_000_000

    /// Whether the device agreed to stamp with CLOCK_MONOTONIC.
    var isMonotonic: Bool

    /// The stamp, unless it is of another clock, lies in the future or more than a second back; else `now`.
    func time(of stamp: Int64, now: Int64) -> Int64 {
        isMonotonic && stamp <= now && stamp >= now - Self.oldest ? stamp : now
    }
}
