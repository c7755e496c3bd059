package import WaldoTime

/// Lets each moment be counted once: of two exposures that overlap by more than the tolerance only the first passes.
///
/// The tolerance is half of the stream's interval, and a quarter of the exposure where that is not known: exposures are
/// dated by their arrival, which jitters. A stream whose interval is not shorter than its exposure has none that truly
/// overlap; late ones, which a stalled link delivers together, pass as long as they fill the time that was missing
/// before them.
///
/// The exposures of a log have times of their own, so none is late, and what was missing earlier pays for no line that
/// is there twice. Its clock shows seconds: only as much overlaps as one second hides.
package struct ExposureGate {
    /// What the clock of a log may show: whole seconds.
    private static let resolution = TimeSpan.seconds(1)

    private let interval: TimeSpan?
    /// Whether exposures follow one another without overlapping.
    private let isDisjoint: Bool
    /// Whether they are those of a log.
    private let isLog: Bool
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
    ///   - isLog: whether they have the times of a log; else those of their arrival.
    package init(interval: TimeSpan?, exposure: TimeSpan?, isLog: Bool) {
        self.interval = interval
        self.isLog = isLog
        isDisjoint = if let interval, let exposure { interval >= exposure } else { false }
    }

    /// Whether an exposure counts.
    package mutating func passes(_ from: Instant, _ to: Instant) -> Bool {
        guard let end else {
            self.end = to
            return true
        }
        let overlap = end - from
        let isLate = overlap > tolerance(from, to)
        if isLate { guard isDisjoint, missing >= overlap else { return false } }
        if isLog && !isLate {
            missing = hidden(in: from - end, before: to - from)
        } else if !isInterrupted || overlap > .zero {
            missing = max(.zero, missing - overlap)
        }
        isInterrupted = false
        self.end = max(end, to)
        return true
    }

    /// How much of the time before an exposure of a log its clock may hide: a gap of a second may be none, and after a
    /// longer one several exposures have the same second.
    private func hidden(in gap: TimeSpan, before exposure: TimeSpan) -> TimeSpan {
        gap <= Self.resolution && !isInterrupted ? max(.zero, gap) : max(.zero, Self.resolution - exposure)
    }

    private func tolerance(_ from: Instant, _ to: Instant) -> TimeSpan {
        guard let interval else { return .microseconds((to - from).microseconds / 4) }
        // Where exposures are shorter than their interval, one of a log that is there twice would be within half of it.
        return .microseconds((isLog ? min(interval, to - from) : interval).microseconds / 2)
    }

    /// Nothing was measured for a while: late exposures do not fill that time.
    package mutating func interrupt() {
        missing = .zero
        isInterrupted = true
    }
}
