import WaldoTime

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
    mutating func process(_ bin: NodeValue) -> NodeValue? {
        guard bin.counts, bin.exposure > .zero else { return nil }
        let began = self.began ?? bin.from
        self.began = began
        if let dropped = bins.append(bin) { crowded = dropped.to + over }
        while bins.count > 1, bins[0].from.middle(to: bins[0].to) <= bin.to - over { bins.removeFirst() }

        let sum = bins.sum
        let measured = sum.exposure
        var value = NodeValue(from: sum.from ?? bin.from, to: bin.to, flags: sum.flags)
        let tolerance = TimeSpan.microseconds(bin.exposure.microseconds / 2)
        let running = bin.to - began
        if marksPartial, running < over - tolerance || bin.to < crowded { value.flags.insert(.partial) }
        if measured < min(over, running) - tolerance { value.flags.insert(.gap) }
        guard !value.flags.contains(.saturated) else { return value }
        guard let per else { return value.with(sum.number, sum.spread) }
        let (time, exposure) = (Double(per.microseconds), Double(measured.microseconds))
        return value.with(sum.number * time / exposure, sum.spread.scaled(time / exposure))
    }
}
