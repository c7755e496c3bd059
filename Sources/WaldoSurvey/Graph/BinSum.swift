import WaldoTime

/// The sum of values, each with a weight of its own. Sums can be joined, and nothing is ever taken off one.
struct BinSum {
    /// The sum of weight x number, and that of the weights.
    var number = 0.0, weight = 0.0
    var spread = Spread.empty
    /// The sum of the exposures.
    var exposure = TimeSpan.zero
    var flags: SampleFlags = []
    /// The earliest beginning.
    var from: Instant?

    /// Adds a value.
    /// - Parameter isShared: it shares time with the other ones, so that their errors do not shrink.
    mutating func add(_ value: NodeValue, weight share: Double, isShared: Bool) {
        if let added = value.number { number += added * share }
        weight += share
        if isShared {
            spread.addShared(value.spread, weight: share)
        } else {
            spread.add(value.spread, weight: share)
        }
        exposure += value.exposure
        flags.formUnion(value.flags)
        from = from.map { min($0, value.from) } ?? value.from
    }

    /// Adds another sum.
    mutating func add(_ other: BinSum) {
        number += other.number
        weight += other.weight
        spread.add(other.spread, weight: 1)
        exposure += other.exposure
        flags.formUnion(other.flags)
        if let begins = other.from { from = from.map { min($0, begins) } ?? begins }
    }
}
