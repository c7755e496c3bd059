import WaldoTime

/// The mean of the newest values.
struct MeanState {
    private let span: GraphKind.Span
    /// Whether successive values share time: each then stands for its end, and their errors do not shrink in the mean.
    private let isShared: Bool
    private var values: ValueRing
    private var began: Instant?
    private var interrupted = Instant.distantPast
    private var crowded = Instant.distantPast

    init(_ span: GraphKind.Span, isShared: Bool, interval: TimeSpan?) {
        self.span = span
        self.isShared = isShared
        let capacity =
            switch span {
            case .time(let over), .error(_, _, let over): ValueRing.capacity(over: over, interval: interval)
            case .values(let count): count
            }
        values = ValueRing(capacity: capacity, weighting: isShared ? .shared : .exposure)
    }

    /// Nothing was measured until then.
    mutating func interrupt(to time: Instant) { interrupted = time }

    /// The mean with the newest value; nil: it is none.
    mutating func process(_ value: NodeValue) -> NodeValue? {
        guard value.counts else { return nil }
        let began = self.began ?? value.from
        self.began = began
        let dropped = values.append(value)
        switch span {
        case .values(let count):
            var mean = mean(values.sum)
            if values.count < count { mean.flags.insert(.partial) }
            return mean
        case .time(let over):
            if let dropped { crowded = dropped.to + over }
            evict(before: value.to - over)
            var mean = mean(values.sum)
            if value.to - began < over - tolerance(value) || value.to < crowded { mean.flags.insert(.partial) }
            return mean
        case .error(let error, let shortest, let longest):
            evict(before: value.to - longest)
            return growing(to: error, shortest: shortest, longest: longest)
        }
    }

    /// The mean of as few of the newest values as give the error, from the newest back.
    private func growing(to error: Double, shortest: TimeSpan, longest: TimeSpan) -> NodeValue {
        let newest = values[values.count - 1]
        var sum = BinSum()
        for index in stride(from: values.count - 1, through: 0, by: -1) {
            values.add(values[index], to: &sum)
            guard newest.to - values[index].from >= shortest else { continue }
            let mean = mean(sum)
            if isShort(mean, of: error) || mean.flags.contains(.saturated) { return mean }
        }
        var mean = mean(sum)
        if mean.to - mean.from < longest - tolerance(newest) { mean.flags.insert(.partial) }
        return mean
    }

    private func isShort(_ mean: NodeValue, of error: Double) -> Bool {
        guard let number = mean.number, mean.spread.isKnown else { return false }
        return mean.spread.half <= error * abs(number)
    }

    private func tolerance(_ value: NodeValue) -> TimeSpan {
        isShared ? .zero : .microseconds(value.exposure.microseconds / 2)
    }

    private mutating func evict(before time: Instant) {
        while values.count > 1, moment(values[0]) <= time { values.removeFirst() }
    }

    private func moment(_ value: NodeValue) -> Instant { isShared ? value.to : value.from.middle(to: value.to) }

    /// The mean of a sum that ends with the newest value.
    private func mean(_ sum: BinSum) -> NodeValue {
        let newest = values[values.count - 1]
        // That one value is below its decision threshold does not put their mean below that of the mean.
        var mean = NodeValue(
            from: sum.from ?? newest.from, to: newest.to, flags: sum.flags.subtracting(.belowThreshold))
        if !isShared, sum.exposure > .zero, sum.exposure < (mean.to - mean.from) - tolerance(newest) {
            mean.flags.insert(.gap)
        }
        if interrupted > mean.from { mean.flags.insert(.gap) }
        guard !mean.flags.contains(.saturated) else { return mean }
        return mean.with(sum.number / sum.weight, sum.spread.scaled(1 / sum.weight))
    }
}
