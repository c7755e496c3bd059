internal import WaldoTime

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
        switch span {
        case .time(let over), .error(_, _, let over):
            values = ValueRing(capacity: ValueRing.capacity(over: over, interval: interval))
        case .values(let count): values = ValueRing(capacity: count)
        }
    }

    /// Nothing was measured until then.
    mutating func interrupt(to time: Instant) { interrupted = time }

    /// The mean with the newest value; nil: it is none.
    mutating func take(_ value: NodeValue) -> NodeValue? {
        guard value.counts else { return nil }
        let began = self.began ?? value.from
        self.began = began
        let dropped = values.append(value)
        switch span {
        case .values(let count):
            var mean = mean(of: values.count)
            if values.count < count { mean.flags.insert(.partial) }
            return mean
        case .time(let over):
            if let dropped { crowded = dropped.to + over }
            evict(before: value.to - over)
            var mean = mean(of: values.count)
            if value.to - began < over - tolerance(value) || value.to < crowded { mean.flags.insert(.partial) }
            return mean
        case .error(let error, let least, let most):
            evict(before: value.to - most)
            return growing(to: error, least: least, most: most)
        }
    }

    /// The mean of as few of the newest values as give the error.
    private func growing(to error: Double, least: TimeSpan, most: TimeSpan) -> NodeValue {
        let end = values[values.count - 1].to
        var count = values.count
        // The smallest number of values that last for the shorter time; more are added one by one.
        for number in 1...values.count where end - values[values.count - number].from >= least {
            count = number
            break
        }
        while true {
            let mean = mean(of: count)
            if isShort(mean, of: error) || mean.flags.contains(.saturated) { return marked(mean, isFull: true, least) }
            guard count < values.count else {
                return marked(mean, isFull: mean.to - mean.from >= most - tolerance(values[values.count - 1]), least)
            }
            count += 1
        }
    }

    private func isShort(_ mean: NodeValue, of error: Double) -> Bool {
        guard let number = mean.number, mean.spread.isKnown else { return false }
        return mean.spread.half <= error * abs(number)
    }

    private func marked(_ mean: NodeValue, isFull: Bool, _ least: TimeSpan) -> NodeValue {
        var mean = mean
        if !isFull || mean.to - mean.from < least { mean.flags.insert(.partial) }
        return mean
    }

    private func tolerance(_ value: NodeValue) -> TimeSpan {
        isShared ? .zero : .microseconds(value.exposure.microseconds / 2)
    }

    private mutating func evict(before time: Instant) {
        while values.count > 1, moment(values[0]) <= time { values.removeFirst() }
    }

    private func moment(_ value: NodeValue) -> Instant { isShared ? value.to : value.from.middle(to: value.to) }

    /// The mean of this many of the newest values, weighted by their exposures where they have some.
    private func mean(of count: Int) -> NodeValue {
        let start = values.count - count
        var exposure: Int64 = 0
        for place in start..<values.count { exposure += isShared ? 0 : values[place].exposure.microseconds }
        let newest = values[values.count - 1]
        var mean = NodeValue(number: 0, spread: .empty, from: newest.from, to: newest.to)
        var sum = 0.0
        for place in start..<values.count {
            let value = values[place]
            let share = exposure > 0 ? Double(value.exposure.microseconds) : 1
            let weight = share / (exposure > 0 ? Double(exposure) : Double(count))
            mean.from = min(mean.from, value.from)
            mean.flags.formUnion(value.flags)
            if let number = value.number { sum += number * share }
            if isShared {
                mean.spread.addShared(value.spread, weight: weight)
            } else {
                mean.spread.add(value.spread, weight: weight)
            }
        }
        // That one value is below its decision threshold does not put their mean below that of the mean.
        mean.flags.remove(.belowThreshold)
        let tolerance = tolerance(newest)
        if exposure > 0, .microseconds(exposure) < (mean.to - mean.from) - tolerance { mean.flags.insert(.gap) }
        if interrupted > mean.from { mean.flags.insert(.gap) }
        guard !mean.flags.contains(.saturated) else {
            mean.number = nil
            return mean
        }
        return mean.with(sum / (exposure > 0 ? Double(exposure) : Double(count)), mean.spread)
    }
}
