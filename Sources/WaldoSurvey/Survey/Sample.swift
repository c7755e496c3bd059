public import WaldoTime

/// A number of one of the graph's outputs, with its error, time and place: final, and never changed afterwards.
public struct Sample: Equatable, Sendable {
    /// The output: the index of its `StreamDescription` in the order in which the streams were announced.
    public var stream: Int
    /// Its number in the stream, from 0.
    public var sequence: Int64
    /// The number; nil where there is none, as in saturation.
    public var value: Double?
    /// The limits of its error at one standard deviation, in the stream's unit; nil: not known.
    public var low: Double?, high: Double?
    /// The time that it stands for, on the session's clock; of a sum, that of the newest bin in it.
    public var from: Instant, to: Instant
    /// The middle of its exposure in microseconds since 1970; nil: the wall clock is not known.
    public var utc: Int64?
    /// What restricts it.
    public var flags: SampleFlags
    /// Where it was taken, at the middle of its exposure; nil: not known.
    public var place: Place?

    /// Creates a sample from its parts.
    public init(
        stream: Int, sequence: Int64, value: Double?, low: Double? = nil, high: Double? = nil, from: Instant,
        to: Instant, utc: Int64? = nil, flags: SampleFlags = [], place: Place? = nil
    ) {
        self.stream = stream
        self.sequence = sequence
        self.value = value
        self.low = low
        self.high = high
        self.from = from
        self.to = to
        self.utc = utc
        self.flags = flags
        self.place = place
    }

    /// The middle of its exposure.
    public var middle: Instant { from.middle(to: to) }

    /// The standard deviation; nil: not known.
    public var sigma: Double? { GraphValue.sigma(low, high) }
}

extension Instant {
    /// The instant in the middle between two, rounded down to a microsecond.
    public func middle(to end: Instant) -> Instant { self + .microseconds((end - self).microseconds >> 1) }
}
