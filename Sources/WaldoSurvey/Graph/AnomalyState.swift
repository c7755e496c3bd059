import WaldoTime

/// Compares the newest counts with those of the baseline before them.
struct AnomalyState {
    /// The newest counts, and whether they are more than chance explains.
    struct Finding {
        var counts: NodeValue
        var isSignificant: Bool
    }

    private let settings: GraphAnomaly
    private var bins: ValueRing
    private var began: Instant?
    /// How many of the bins belong to the baseline; the others are the newest counts.
    private var older = 0
    /// The counts and the exposure of each part. Counts are whole numbers, so that adding and subtracting is exact.
    private var baseline = (counts: 0.0, exposure: TimeSpan.zero)
    private var newest = (counts: 0.0, exposure: TimeSpan.zero)

    init(_ settings: GraphAnomaly, interval: TimeSpan?) {
        self.settings = settings
        bins = ValueRing(
            capacity: ValueRing.capacity(over: settings.baseline + (settings.over ?? .zero), interval: interval))
    }

    /// The finding with the newest bin, `.partial` until the baseline is full; nil: it is none.
    mutating func process(_ bin: NodeValue) -> Finding? {
        guard bin.counts, let number = bin.number, bin.exposure > .zero else { return nil }
        let began = self.began ?? bin.from
        self.began = began
        if bins.isFull {
            if older == 0 { ages() }
            leaves(bins.removeFirst())
        }
        _ = bins.append(bin)
        newest.counts += number
        newest.exposure += bin.exposure
        let start = bin.to - (settings.over ?? bin.exposure)
        while older < bins.count - 1, settings.over == nil || middle(older) <= start { ages() }
        while older > 0, middle(0) <= start - settings.baseline { leaves(bins.removeFirst()) }
        var counts = NodeValue(number: newest.counts, from: start, to: bin.to, flags: bin.flags)
        let length = settings.baseline + (settings.over ?? bin.exposure)
        if bin.to - began < length - .microseconds(bin.exposure.microseconds / 2) { counts.flags.insert(.partial) }
        let isSignificant = BinomialTest.isSignificant(
            newest.counts, in: Double(newest.exposure.microseconds), against: baseline.counts,
            in: Double(baseline.exposure.microseconds),
            probability: settings.probability, sigma: settings.sigma)
        return Finding(counts: counts, isSignificant: isSignificant)
    }

    /// The oldest of the newest bins becomes part of the baseline.
    private mutating func ages() {
        let bin = bins[older]
        older += 1
        newest.counts -= bin.number ?? 0
        newest.exposure = newest.exposure - bin.exposure
        baseline.counts += bin.number ?? 0
        baseline.exposure += bin.exposure
    }

    /// The oldest bin, which has been taken out of the ring, leaves the baseline.
    private mutating func leaves(_ bin: NodeValue) {
        older -= 1
        baseline.counts -= bin.number ?? 0
        baseline.exposure = baseline.exposure - bin.exposure
    }

    private func middle(_ index: Int) -> Instant { bins[index].from.middle(to: bins[index].to) }
}
