/// Which time an event gets: the kernel's stamp, or the moment at which it was read.
struct EventClock: Equatable, Sendable {
    /// Whether the device agreed to stamp with CLOCK_MONOTONIC.
    var isMonotonic: Bool

    /// The stamp, however old: by it a process that was frozen learns that the event has waited. `now` where the stamp
    /// is of another clock: it lies in the future, or before the machine was started.
    func time(of stamp: Int64, now: Int64) -> Int64 { isMonotonic && stamp <= now && stamp > 0 ? stamp : now }
}
