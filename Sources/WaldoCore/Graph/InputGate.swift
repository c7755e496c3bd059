internal import WaldoTime

/// Takes the numbers of a stream into a graph, bins that overlap in time once.
///
/// A sensor may report the counts of the last second twice a second: of two bins that overlap by more than the
/// tolerance only the first is taken. The tolerance is half of the stream's interval, and a quarter of the bin where
/// that is not known: bins are dated by their arrival, which jitters. A stream whose interval is not shorter than its
/// exposure has no bins that truly overlap; late ones, which a stalled link delivers together, are taken as long as
/// they fill the time that was missing before them.
struct InputGate {
    private let factor: Double
    private let isCounts: Bool
    private let countsOnce: Bool
    private let interval: TimeSpan?
    /// Whether bins follow one another without overlapping.
    private let isDisjoint: Bool
    /// The end of the newest bin taken.
    private var end: Instant?
    /// Time without a bin before it, as far as no late one has filled it.
    private var missing = TimeSpan.zero
    /// Whether nothing was measured since the newest bin.
    private var isInterrupted = false
    /// The end of the newest number.
    private var newest: Instant?

    /// What becomes of a number.
    enum Outcome {
        case taken(NodeValue)
        case refused(Unsampled)
    }

    init(_ input: GraphInput) {
        factor = input.factor
        isCounts = input.isCounts
        countsOnce = input.countsOnce
        interval = input.interval
        isDisjoint =
            if let interval = input.interval, let exposure = input.exposure { interval >= exposure } else { false }
    }

    /// Gives the number for the graph's nodes, or refuses it.
    mutating func take(_ value: StreamValue) -> Outcome {
        if let newest, value.to < newest { return .refused(.late) }
        guard let taken = node(of: value) else { return .refused(.counted) }
        newest = value.to
        return .taken(taken)
    }

    /// The number for the graph's nodes; nil: its time has been counted already.
    private mutating func node(of value: StreamValue) -> NodeValue? {
        let number = value.value * factor
        var taken = NodeValue(from: value.from, to: value.to, flags: value.flags)
        if number.isFinite { taken.number = number } else { taken.flags.insert(.invalid) }
        guard isCounts else { return taken }
        if let number = taken.number, number < 0 {
            taken.number = nil
            taken.flags.insert(.invalid)
        }
        guard let number = taken.number else { return taken }
        taken.spread = Spread(counts: number)
        guard countsOnce, value.from < value.to, !taken.flags.contains(.invalid) else { return taken }
        return passes(value.from, value.to) ? taken : nil
    }

    private mutating func passes(_ from: Instant, _ to: Instant) -> Bool {
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

    /// Nothing was measured for a while: late bins do not fill that time.
    mutating func interrupt() {
        missing = .zero
        isInterrupted = true
    }
}
