public import WaldoTime

/// A number that leaves a graph, with its error and the time that it stands for.
public struct GraphValue: Equatable, Sendable {
    /// The number; nil where there is none, as in saturation.
    public var value: Double?
    /// The limits of its error at one standard deviation, in the same unit; nil: not known.
    public var low: Double?, high: Double?
    /// The time that it stands for, on the session's clock.
    public var from: Instant, to: Instant
    /// What restricts it.
    public var flags: SampleFlags

    /// The standard deviation; nil: not known.
    public var sigma: Double? { Self.sigma(low, high) }

    /// Half of the distance of an error's limits: the standard deviation.
    static func sigma(_ low: Double?, _ high: Double?) -> Double? {
        guard let low, let high else { return nil }
        return (high - low) / 2
    }

    /// Creates a value from its parts.
    public init(
        _ value: Double?, low: Double? = nil, high: Double? = nil, from: Instant, to: Instant, flags: SampleFlags = []
    ) {
        self.value = value
        self.low = low
        self.high = high
        self.from = from
        self.to = to
        self.flags = flags
    }
}
