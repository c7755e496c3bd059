/// The GATT service and characteristics of an arm's shield, named from this side: we write to `write`.
public struct LinkProfile: Equatable, Sendable {
    /// The service that the shield advertises.
    public var service: BluetoothUUID
    /// The characteristic on which the shield listens.
    public var write: BluetoothUUID
    /// The characteristic by which the shield speaks, if it does.
    public var notify: BluetoothUUID?
    /// Whether each write waits for the shield's answer (ATT Write Request) or not (Write Command).
    public var response: Bool
    /// Bytes in one write at most, 1...`Frame.capacity`.
    public var max: Int

    /// A profile of these parts.
    public init(
        service: BluetoothUUID, write: BluetoothUUID, notify: BluetoothUUID? = nil, response: Bool = false,
        max: Int = 20
    ) {
        self.service = service
        self.write = write
        self.notify = notify
        self.response = response
        self.max = max
    }
}
