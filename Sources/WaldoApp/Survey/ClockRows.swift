import WaldoTime

/// When a survey gets a row of the wall clock: at the start, every minute, and when the clock was set or the machine
/// has slept.
struct ClockRows {
    /// A wall clock that has moved by more than this against the monotonic one was set.
    private static let step: TimeSpan = .milliseconds(10)
    private static let interval: TimeSpan = .seconds(60)

    /// The latest row, and its time.
    private var last: (utc: Int64, at: Instant)?

    /// Whether a row is due; then it counts as added.
    /// - Parameter utc: the wall clock at this time, in microseconds since 1970.
    mutating func adds(_ utc: Int64, at time: Instant) -> Bool {
        if let last {
            let span = time - last.at, moved = utc - last.utc - span.microseconds
            guard moved.magnitude > UInt64(Self.step.microseconds) || span >= Self.interval else { return false }
        }
        last = (utc, time)
        return true
    }
}
