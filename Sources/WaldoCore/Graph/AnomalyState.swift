internal import WaldoTime

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

    init(_ settings: GraphAnomaly, interval: TimeSpan?) {
        self.settings = settings
        bins = ValueRing(
            capacity: ValueRing.capacity(over: settings.baseline + (settings.over ?? .zero), interval: interval))
    }

    /// The finding with the newest bin, `.partial` until the baseline is full; nil: it is none.
    mutating func take(_ bin: NodeValue) -> Finding? {
        guard bin.counts, let number = bin.number, bin.exposure > .zero else { return nil }
        let began = self.began ?? bin.from
        self.began = began
        _ = bins.append(bin)
        let newest = bin.to - (settings.over ?? bin.exposure)
        while bins.count > 1, middle(0) <= newest - settings.baseline { bins.removeFirst() }
        var (n1, n0) = (0.0, 0.0)
        var (t1, t0) = (TimeSpan.zero, TimeSpan.zero)
        for place in 0..<bins.count {
            let one = bins[place]
            guard let number = one.number else { continue }
            if place == bins.count - 1 || settings.over != nil && middle(place) > newest {
                n1 += number
                t1 += one.exposure
            } else {
                n0 += number
                t0 += one.exposure
            }
        }
        var counts = NodeValue(number: settings.over == nil ? number : n1, from: newest, to: bin.to, flags: bin.flags)
        let length = settings.baseline + (settings.over ?? bin.exposure)
        if bin.to - began < length - .microseconds(bin.exposure.microseconds / 2) { counts.flags.insert(.partial) }
        let isSignificant = BinomialTest.isSignificant(
            n1, in: Double(t1.microseconds), against: n0, in: Double(t0.microseconds),
            probability: settings.probability, sigma: settings.sigma)
        return Finding(counts: counts, isSignificant: isSignificant)
    }

    private func middle(_ place: Int) -> Instant { bins[place].from.middle(to: bins[place].to) }
}
