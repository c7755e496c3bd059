import WaldoTime

/// Limits the rate of accepted connections: a flood of them queues in the kernel and does not take all of the
/// processor.
struct AcceptPace {
    /// At most `maxCount` connections in each `span`: 400 a second.
    static let maxCount = 16, span: TimeSpan = .milliseconds(40)

    private var began = Instant.clockStart
    private var accepted = 0

    /// Counts an accepted connection.
    /// - Returns: the time until which no more may be accepted; nil: the next one may be accepted at once.
    mutating func count(at now: Instant) -> Instant? {
        if now - began >= Self.span { (began, accepted) = (now, 0) }
        accepted += 1
        return accepted >= Self.maxCount ? began + Self.span : nil
    }
}
