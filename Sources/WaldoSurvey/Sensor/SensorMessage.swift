public import WaldoTime

/// One decoded message of a sensor, or one row of a burst.
public struct SensorMessage: Equatable, Sendable {
    /// The message's format: its index in `Sensor.messages`.
    public var format: Int
    /// The characteristic that carried it: its index in the sensor's list.
    public var channel: Int
    /// When its last byte arrived, on the session's clock.
    public var at: Instant
    /// When its numbers were measured: `at` less the sensor's lag and, in a burst, the row's age.
    public var measured: Instant
    /// The fields' numbers, in the format's order; NaN for a field that is absent.
    public var values: [Double]
    /// What restricts all of its numbers.
    public var flags: SampleFlags
    /// The stream that the message itself describes: its number among those of the channel; nil: none.
    public var described: Int?

    /// Creates a message from its parts.
    public init(
        format: Int, channel: Int, at: Instant, measured: Instant? = nil, values: [Double], flags: SampleFlags = [],
        described: Int? = nil
    ) {
        self.format = format
        self.channel = channel
        self.at = at
        self.measured = measured ?? at
        self.values = values
        self.flags = flags
        self.described = described
    }

    /// The number of a field; nil where it is absent.
    public func number(_ field: Int?) -> Double? {
        guard let field, !values[field].isNaN else { return nil }
        return values[field]
    }

    /// Whether a field that may be there is other than zero.
    func holds(_ field: Int?) -> Bool {
        guard let field else { return true }
        return (number(field) ?? 0) != 0
    }
}
