/// The GATT service and characteristics of an arm's peripheral. They are named from our side: we write to `write`.
public struct BluetoothProfile: Equatable, Sendable {
    /// The service that the peripheral advertises.
    public var service: BluetoothUUID
    /// The characteristic that the peripheral receives commands on.
    public var write: BluetoothUUID
    /// Further characteristics of the same service that single channels are written to.
    public var others: [BluetoothUUID]
    /// The characteristic that the peripheral sends notifications on, if any.
    public var notify: BluetoothUUID?
    /// The service of `notify`, where it is another; nil: the service of `write`, or else any.
    public var notifyService: BluetoothUUID?
    /// Whether each write waits for the peripheral's response (ATT Write Request) or not (ATT Write Command).
    public var response: Bool
    /// Maximum bytes in one frame, 1...`Frame.capacity`.
    public var max: Int

    /// Creates a profile from its parts.
    public init(
        service: BluetoothUUID, write: BluetoothUUID, others: [BluetoothUUID] = [], notify: BluetoothUUID? = nil,
        notifyService: BluetoothUUID? = nil, response: Bool = false, max: Int = 20
    ) {
        self.service = service
        self.write = write
        self.others = others
        self.notify = notify
        self.notifyService = notifyService
        self.response = response
        self.max = max
    }

    /// Every characteristic that is written to, `write` first.
    public var writes: [BluetoothUUID] { [write] + others }
}
