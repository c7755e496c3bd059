internal import WaldoTime

/// Sums the bins of the last time.
struct WindowState {
    private let over: TimeSpan
    private let per: TimeSpan?
    private let marksPartial: Bool
    private var bins: ValueRing
    private var began: Instant?
    /// Until when a bin is missing that had no room.
    private var crowded = Instant.distantPast

    init(over: TimeSpan, per: TimeSpan?, marksPartial: Bool, interval: TimeSpan?) {
        self.over = over
        self.per = per
        self.marksPartial = marksPartial
        bins = ValueRing(capacity: ValueRing.capacity(over: over, interval: interval))
    }

    /// The sum with the newest bin; nil: it is none that can be summed. A bin lies in the window if its middle does.
    mutating func take(_ bin: NodeValue) -> NodeValue? {
        guard bin.counts, bin.exposure > .zero else { return nil }
        let began = self.began ?? bin.from
        self.began = began
        if let dropped = bins.append(bin) { crowded = dropped.to + over }
        while bins.count > 1, bins[0].from.middle(to: bins[0].to) <= bin.to - over { bins.removeFirst() }

        var value = NodeValue(number: 0, spread: .empty, from: bin.from, to: bin.to)
        var sum = 0.0
        var measured = TimeSpan.zero
        for place in 0..<bins.count {
            let one = bins[place]
            value.from = min(value.from, one.from)
            value.flags.formUnion(one.flags)
            value.spread.add(one.spread, weight: 1)
            measured += one.exposure
            if let number = one.number { sum += number }
        }
        let tolerance = TimeSpan.microseconds(bin.exposure.microseconds / 2)
        let running = bin.to - began
        if marksPartial, running < over - tolerance || bin.to < crowded { value.flags.insert(.partial) }
        if measured < min(over, running) - tolerance { value.flags.insert(.gap) }
        guard !value.flags.contains(.saturated) else {
            value.number = nil
            return value
        }
        let factor = per.map { Double($0.microseconds) / Double(measured.microseconds) } ?? 1
        return value.with(
            per.map { sum * Double($0.microseconds) / Double(measured.microseconds) } ?? sum,
            value.spread.scaled(factor)
        )
    }
}
