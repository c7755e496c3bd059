import WaldoTime

/// The sum of value x exposure of all bins since the start, each bin once. Time without a bin is not measured, and adds
/// nothing: the sum is that of the measured time. A saturated bin has no number, so that the sum has none any more.
///
/// A sum is as of its end: it has the time of the newest bin that it holds, and so that bin's place.
struct IntegralState {
    private let factor: Double
    private var sum = 0.0
    private var spread = Spread.empty
    private var start: Instant?
    private var flags: SampleFlags = []
    /// The exposure summed.
    private(set) var measured = TimeSpan.zero

    init(factor: Double) { self.factor = factor }

    /// The survey starts.
    mutating func begin(at time: Instant) {
        if start == nil { start = time }
    }

    /// Time since the start that no bin covers.
    func unmeasured(at now: Instant) -> TimeSpan { start.map { max(.zero, now - $0 - measured) } ?? .zero }

    /// The sum with the newest bin; nil: it is none.
    mutating func process(_ bin: NodeValue) -> NodeValue? {
        guard bin.counts, bin.exposure > .zero else { return nil }
        // The first bin may have begun before the survey.
        if measured == .zero, let start { self.start = min(start, bin.from) }
        let seconds = Double(bin.exposure.microseconds) / 1e6
        measured += bin.exposure
        flags.formUnion(bin.flags.subtracting(.belowThreshold))
        if let number = bin.number { sum += number * seconds * factor }
        spread.add(bin.spread, weight: seconds * factor)
        var value = NodeValue(from: bin.from, to: bin.to, flags: flags)
        if unmeasured(at: bin.to).microseconds > bin.exposure.microseconds / 2 { value.flags.insert(.gap) }
        guard !flags.contains(.saturated) else { return value }
        return value.with(sum, spread)
    }
}
