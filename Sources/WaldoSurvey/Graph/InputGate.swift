import WaldoTime

/// Admits the numbers of a stream to a graph, bins that overlap in time once: see `ExposureGate`. A sensor may report
/// the counts of the last second twice a second.
struct InputGate {
    private let factor: Double
    private let isCounts: Bool
    private let countsOnce: Bool
    private var gate: ExposureGate
    /// The end of the newest number.
    private var newest: Instant?

    /// What becomes of a number.
    enum Outcome {
        case accepted(NodeValue)
        case refused(Unsampled)
    }

    /// - Parameter isLog: see `ExposureGate`.
    init(_ input: GraphInput, isLog: Bool) {
        factor = input.factor
        isCounts = input.isCounts
        countsOnce = input.countsOnce
        gate = ExposureGate(interval: input.interval, exposure: input.exposure, isLog: isLog)
    }

    /// Accepts the number for the graph's nodes, or refuses it.
    mutating func accept(_ value: StreamValue) -> Outcome {
        if let newest, value.to < newest { return .refused(.late) }
        guard let accepted = node(of: value) else { return .refused(.counted) }
        newest = value.to
        return .accepted(accepted)
    }

    /// The number for the graph's nodes; nil: its time has been counted already.
    private mutating func node(of value: StreamValue) -> NodeValue? {
        let number = value.value * factor
        var accepted = NodeValue(from: value.from, to: value.to, flags: value.flags)
        if number.isFinite { accepted.number = number } else { accepted.flags.insert(.invalid) }
        guard isCounts else { return accepted }
        if let number = accepted.number, number < 0 {
            accepted.number = nil
            accepted.flags.insert(.invalid)
        }
        guard let number = accepted.number else { return accepted }
        accepted.spread = Spread(counts: number)
        guard countsOnce, value.from < value.to, !accepted.flags.contains(.invalid) else { return accepted }
        return gate.passes(value.from, value.to) ? accepted : nil
    }

    /// Nothing was measured for a while: late bins do not fill that time.
    mutating func interrupt() { gate.interrupt() }
}
