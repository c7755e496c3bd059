internal import WaldoCore

/// How often a connection is taken: a flood of them waits with the kernel rather than taking all of the processor.
struct AcceptPace {
    /// So many in this time, 400 a second.
    static let most = 16, span: Microseconds = .milliseconds(40)

    private var began: Microseconds = 0
    private var count = 0

    /// One is taken; nil, or the time until which no more are.
    mutating func take(at now: Microseconds) -> Microseconds? {
        if now - began >= Self.span { (began, count) = (now, 0) }
        count += 1
        return count >= Self.most ? began + Self.span : nil
    }
}
