import WaldoTime

/// A number between two nodes of the engine, with what is known of its error.
struct NodeValue: Equatable {
    /// The number; nil where there is none.
    var number: Double?
    var spread = Spread()
    /// The time that it stands for.
    var from = Instant.clockStart, to = Instant.clockStart
    var flags: SampleFlags = []

    /// How long it is exposed.
    var exposure: TimeSpan { to - from }
    /// Whether it is a number that the sensor calls valid, or none because of saturation: what a window has to hold.
    var counts: Bool { flags.contains(.saturated) || (number != nil && !flags.contains(.invalid)) }

    /// The same number with another value and error; one that is not finite is none.
    func with(_ number: Double, _ spread: Spread) -> NodeValue {
        var value = self
        value.number = number.isFinite ? number : nil
        if value.number == nil { value.flags.insert(.invalid) }
        value.spread = spread
        return value
    }

    /// What leaves the graph.
    func result(_ limits: GraphOutput.Limits) -> GraphValue {
        var value = GraphValue(number, from: from, to: to, flags: flags)
        guard limits != .none, let number, spread.isKnown else { return value }
        var half = spread.half
        if limits == .poissonAndCalibration {
            half = (half * half + spread.systematic * spread.systematic).squareRoot()
        }
        value.low = number + spread.shift - half
        value.high = number + spread.shift + half
        return value
    }
}
