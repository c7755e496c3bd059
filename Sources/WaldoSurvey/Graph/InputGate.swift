internal import WaldoTime

/// Takes the numbers of a stream into a graph, bins that overlap in time once: see `ExposureGate`. A sensor may report
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
        case taken(NodeValue)
        case refused(Unsampled)
    }

    /// - Parameter isLog: see `ExposureGate`.
    init(_ input: GraphInput, isLog: Bool) {
        factor = input.factor
        isCounts = input.isCounts
        countsOnce = input.countsOnce
        gate = ExposureGate(interval: input.interval, exposure: input.exposure, isLog: isLog)
    }

    /// Gives the number for the graph's nodes, or refuses it.
    mutating func take(_ value: StreamValue) -> Outcome {
        if let newest, value.to < newest { return .refused(.late) }
        guard let taken = node(of: value) else { return .refused(.counted) }
        newest = value.to
        return .taken(taken)
    }

    /// The number for the graph's nodes; nil: its time has been counted already.
    private mutating func node(of value: StreamValue) -> NodeValue? {
        let number = value.value * factor
        var taken = NodeValue(from: value.from, to: value.to, flags: value.flags)
        if number.isFinite { taken.number = number } else { taken.flags.insert(.invalid) }
        guard isCounts else { return taken }
        if let number = taken.number, number < 0 {
            taken.number = nil
            taken.flags.insert(.invalid)
        }
        guard let number = taken.number else { return taken }
        taken.spread = Spread(counts: number)
        guard countsOnce, value.from < value.to, !taken.flags.contains(.invalid) else { return taken }
        return gate.passes(value.from, value.to) ? taken : nil
    }

    /// Nothing was measured for a while: late bins do not fill that time.
    mutating func interrupt() { gate.interrupt() }
}
