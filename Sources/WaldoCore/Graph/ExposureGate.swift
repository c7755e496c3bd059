package import WaldoTime

/// Lets each moment be counted once: of two exposures that overlap by more than the tolerance only the first passes.
///
/// The tolerance is half of the stream's interval, and a quarter of the exposure where that is not known: exposures are
/// dated by their arrival, which jitters. A stream whose interval is not shorter than its exposure has none that truly
/// overlap; late ones, which a stalled link delivers together, pass as long as they fill the time that was missing
/// before them.
package struct ExposureGate {
    private let interval: TimeSpan?
    /// Whether exposures follow one another without overlapping.
    private let isDisjoint: Bool
    /// The end of the newest exposure that has passed.
    private var end: Instant?
    /// Time without an exposure before it, as far as no late one has filled it.
    private var missing = TimeSpan.zero
    /// Whether nothing was measured since the newest exposure.
    private var isInterrupted = false

    /// Creates a gate.
    /// - Parameters:
    ///   - interval: that of the stream; nil: not known.
    ///   - exposure: how long each of its numbers is exposed; nil: not known.
    package init(interval: TimeSpan?, exposure: TimeSpan?) {
        self.interval = interval
        isDisjoint = if let interval, let exposure { interval >= exposure } else { false }
    }

    private init(interval: TimeSpan?, isDisjoint: Bool) { (self.interval, self.isDisjoint) = (interval, isDisjoint) }

    /// Whether an exposure counts.
    package mutating func passes(_ from: Instant, _ to: Instant) -> Bool {
        guard let end else {
            self.end = to
            return true
        }
        let overlap = end - from
        if overlap > tolerance(from, to) {
            guard isDisjoint, missing >= overlap else { return false }
        }
        if !isInterrupted || overlap > .zero { missing = max(.zero, missing - overlap) }
        isInterrupted = false
        self.end = max(end, to)
        return true
    }

    private func tolerance(_ from: Instant, _ to: Instant) -> TimeSpan {
        if let interval { return .microseconds(interval.microseconds / 2) }
        return .microseconds((to - from).microseconds / 4)
    }

    /// Forgets everything: the next exposure is the first.
    package mutating func restart() { self = ExposureGate(interval: interval, isDisjoint: isDisjoint) }

    /// Nothing was measured for a while: late exposures do not fill that time.
    package mutating func interrupt() {
        missing = .zero
        isInterrupted = true
    }
}
