import WaldoTime

/// Lets at most one value through in each interval of a grid that begins with the first value: arrivals jitter, and
/// every second value of a stream is wanted even if it comes a little early.
struct ThinState {
    private let every: TimeSpan
    private var next: Instant?

    init(every: TimeSpan) { self.every = every }

    /// The value, if it goes through. After a silence the grid begins again.
    mutating func process(_ value: NodeValue) -> NodeValue? {
        if let next, value.to < next { return nil }
        let due = next ?? value.to
        next = value.to - due < every ? due + every : value.to + every
        return value
    }
}
