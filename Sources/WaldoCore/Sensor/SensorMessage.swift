public import WaldoTime

/// One decoded message of a sensor.
public struct SensorMessage: Equatable, Sendable {
    /// The message's format: its place in `Sensor.messages`.
    public var format: Int
    /// The characteristic that carried it: its place in the sensor's list.
    public var channel: Int
    /// When its last byte arrived, on the session's clock.
    public var at: Instant
    /// The fields' numbers, in the format's order; NaN for a field that is absent.
    public var values: [Double]
    /// What restricts all of its numbers.
    public var flags: SampleFlags

    /// Creates a message from its parts.
    public init(format: Int, channel: Int, at: Instant, values: [Double], flags: SampleFlags = []) {
        self.format = format
        self.channel = channel
        self.at = at
        self.values = values
        self.flags = flags
    }
}
