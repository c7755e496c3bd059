public import WaldoTime

/// Bytes that the peripheral sent by itself, such as a sensor's readings: the ATT value of one notification or
/// indication, and when it arrived.
///
/// It is stamped once, where the bus hands the message over, and carries that stamp to every screen, recording and
/// decoder: none of them reads a clock of its own for it. Only what the arm's `reports` describe can influence a
/// command, as a `DriveEvent`.
public struct Notification: Equatable, Sendable {
    /// The characteristic that notified; nil: the bytes came by a serial port.
    public var characteristic: BluetoothUUID?
    /// The value, as it came.
    public var bytes: [UInt8]
    /// When the bus handed it over, on CLOCK_MONOTONIC.
    public var at: Instant

    /// Creates a notification from its parts.
    public init(characteristic: BluetoothUUID?, bytes: [UInt8], at: Instant) {
        self.characteristic = characteristic
        self.bytes = bytes
        self.at = at
    }
}
