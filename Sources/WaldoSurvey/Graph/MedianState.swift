import WaldoTime

/// The median of the newest values; of an even number, as at the start, the mean of the middle two. Its error is not
/// known.
struct MedianState {
    private let wanted: Int
    private var values: ValueRing
    private var sorted: [Double] = []
    private var interrupted = Instant.distantPast

    init(of count: Int) {
        wanted = count
        values = ValueRing(capacity: count)
        sorted.reserveCapacity(count + 1)
    }

    /// Nothing was measured until then.
    mutating func interrupt(to time: Instant) { interrupted = time }

    /// The median with the newest value; nil: it is none.
    mutating func process(_ value: NodeValue) -> NodeValue? {
        guard value.counts else { return nil }
        if let number = values.append(value)?.number { sorted.remove(at: index(of: number)) }
        if let number = value.number { sorted.insert(number, at: index(of: number)) }
        var median = NodeValue(from: value.from, to: value.to)
        for index in 0..<values.count {
            median.from = min(median.from, values[index].from)
            median.flags.formUnion(values[index].flags)
        }
        median.flags.remove(.belowThreshold)
        if values.count < wanted { median.flags.insert(.partial) }
        if interrupted > median.from { median.flags.insert(.gap) }
        guard !median.flags.contains(.saturated), !sorted.isEmpty else { return median }
        let middle = sorted.count / 2
        return median.with(
            sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2, Spread())
    }

    /// Where a number is among the sorted ones, or would be.
    private func index(of number: Double) -> Int {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
