public import WaldoCore

/// A characteristic of a service that this machine offers.
public struct GattCharacteristic: Equatable, Sendable {
    /// What a client may do with it, by BlueZ's names (org.bluez.GattCharacteristic1, `Flags`).
    public enum Property: String, Sendable {
        /// Its value can be read.
        case read
        /// It can be written to, with a response (ATT Write Request).
        case write
        /// It can be written to, without a response (ATT Write Command).
        case writeWithoutResponse = "write-without-response"
        /// It notifies those who have subscribed.
        case notify
    }

    /// The characteristic.
    public var uuid: BluetoothUUID
    /// What a client may do with it.
    public var properties: [Property]
    /// What is read of it.
    public var value: [UInt8]
    /// The most bytes of one write, up to `Frame.capacity`.
    public var maxBytes: Int

    /// Creates a characteristic.
    public init(
        _ uuid: BluetoothUUID, _ properties: [Property], value: [UInt8] = [], maxBytes: Int = Frame.capacity
    ) {
        self.uuid = uuid
        self.properties = properties
        self.value = value
        self.maxBytes = min(maxBytes, Frame.capacity)
    }

    var isWritable: Bool { properties.contains(.write) || properties.contains(.writeWithoutResponse) }
}
