import WaldoTime

/// The mean, or the counts a time, of all that was measured at one point of a raster: it only grows.
struct SpotState {
    private let per: Double?
    private let isShared: Bool
    private var sum = BinSum()

    /// - Parameters:
    ///   - per: of a window, the time in microseconds to which its counts refer; nil: the mean is formed.
    ///   - isShared: whether successive values share time, so that their errors do not shrink in the mean.
    init(per: Double?, isShared: Bool) { (self.per, self.isShared) = (per, isShared) }

    /// The result with the newest value; nil: it is none.
    mutating func process(_ value: NodeValue) -> NodeValue? {
        guard value.counts, isShared || value.exposure > .zero else { return nil }
        let weight = per != nil || isShared ? 1 : Double(value.exposure.microseconds)
        sum.add(value, weight: weight, isShared: isShared)
        let result = NodeValue(
            from: sum.from ?? value.from, to: value.to, flags: sum.flags.subtracting(.belowThreshold))
        guard !result.flags.contains(.saturated) else { return result }
        let factor = per.map { $0 / Double(sum.exposure.microseconds) } ?? 1 / sum.weight
        return result.with(sum.number * factor, sum.spread.scaled(factor))
    }
}
