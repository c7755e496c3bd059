internal import WaldoCore

/// Limits the rate of accepted connections: a flood of them queues in the kernel and does not take all of the
/// processor.
struct AcceptPace {
    /// At most `most` connections in each `span`: 400 a second.
    static let most = 16, span: Microseconds = .milliseconds(40)

    private var began: Microseconds = 0
    private var count = 0

    /// Counts an accepted connection.
    /// - Returns: the time until which no more may be accepted; nil: the next one may be accepted at once.
    mutating func take(at now: Microseconds) -> Microseconds? {
        if now - began >= Self.span { (began, count) = (now, 0) }
        count += 1
        return count >= Self.most ? began + Self.span : nil
    }
}
