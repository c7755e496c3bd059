public import WaldoTime

/// One number of a sensor's stream, as a message states it: what goes into a graph.
public struct StreamValue: Equatable, Sendable {
    /// The number in the stream's unit.
    public var value: Double
    /// The time that the number stands for, on the session's clock; both are equal for a momentary value.
    public var from: Instant, to: Instant
    /// What restricts it; `.invalid` where the sensor says so.
    public var flags: SampleFlags

    /// Creates a value from its parts.
    public init(_ value: Double, from: Instant, to: Instant, flags: SampleFlags = []) {
        self.value = value
        self.from = from
        self.to = to
        self.flags = flags
    }
}
