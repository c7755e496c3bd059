public import WaldoTime

/// A notification from the peripheral, as a recording holds it.
public struct RecordedNotification: Equatable, Sendable {
    /// When the bus handed it over, on the recording's clock. It may be earlier than the time of the lines before it: a
    /// notification is held back while the link reads the same characteristic.
    public var at: Instant
    /// The characteristic that notified; nil in recordings of waldo 0.1.0, which left it out.
    public var characteristic: BluetoothUUID?
    /// The value, as it came.
    public var bytes: [UInt8]

    /// Creates a recorded notification from its parts.
    public init(at: Instant, characteristic: BluetoothUUID?, bytes: [UInt8]) {
        self.at = at
        self.characteristic = characteristic
        self.bytes = bytes
    }
}
