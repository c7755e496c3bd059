import WaldoTime

/// A moving mean: the newest value has the weight dt / (tau + dt), where dt is the time since the value before it, and
/// the mean so far the rest.
struct AverageState {
    private let tau: TimeSpan
    private let isShared: Bool
    private var average: NodeValue?
    private var interrupted: Instant?

    init(tau: TimeSpan, isShared: Bool) {
        self.tau = tau
        self.isShared = isShared
    }

    /// Nothing was measured until then.
    mutating func interrupt(to time: Instant) { interrupted = time }

    /// The mean with the newest value; nil: it is none. After saturation it starts again.
    mutating func process(_ value: NodeValue) -> NodeValue? {
        guard value.counts else { return nil }
        defer { interrupted = nil }
        var next = value
        next.flags.remove(.belowThreshold)
        guard let number = value.number else {
            average = nil
            return next
        }
        if let average, let mean = average.number {
            let elapsed = Double((value.to - average.to).microseconds)
            let weight = elapsed / (Double(tau.microseconds) + elapsed)
            var spread = average.spread.scaled(1 - weight)
            if isShared {
                spread.addShared(value.spread, weight: weight)
            } else {
                spread.add(value.spread, weight: weight)
            }
            next = next.with(mean + weight * (number - mean), spread)
            next.from = min(average.from, value.from)
        } else if isShared {
            // All of its error is shared with the values to come.
            next.spread = .empty
            next.spread.addShared(value.spread, weight: 1)
        }
        average = next
        if interrupted != nil { next.flags.insert(.gap) }
        return next
    }
}
