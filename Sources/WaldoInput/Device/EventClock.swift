import WaldoTime

/// Chooses the time of an event: the kernel's time stamp, or the time at which it was read.
struct EventClock: Equatable, Sendable {
    /// Whether the kernel stamps the device's events with CLOCK_MONOTONIC.
    var isMonotonic: Bool

    /// The time of an event on CLOCK_MONOTONIC. This is the stamp, however old: it shows a process that was frozen how
    /// long the event has waited. It is `now` if the stamp is from another clock: in the future, or before the machine
    /// started.
    func time(of stamp: Instant, now: Instant) -> Instant {
        isMonotonic && stamp <= now && stamp > .clockStart ? stamp : now
    }
}
