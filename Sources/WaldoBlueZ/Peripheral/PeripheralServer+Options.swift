public import WaldoCore
public import WaldoLoop
public import WaldoTime

extension PeripheralServer {
    /// The most bytes of a name.
    public nonisolated static var nameCapacity: Int { Advertisement.nameCapacity }

    /// What a peripheral is, and how it begins.
    public struct Options: Sendable {
        /// The name that it advertises, at most `nameCapacity` bytes.
        public var name: String
        /// The services that it advertises, as far as there is room: the most important one first.
        public var advertises: [BluetoothUUID]
        /// The adapter's name or address; nil takes the first that is powered.
        public var adapter: String?
        /// Whether to wait for what is missing at the start.
        public var wait: Bool
        /// How long to try at the start while bluetoothd refuses.
        public var patience: TimeSpan

        /// Options with these values.
        public init(
            name: String, advertises: [BluetoothUUID], adapter: String? = nil, wait: Bool = false,
            patience: TimeSpan = .seconds(5)
        ) {
            self.name = name
            self.advertises = advertises
            self.adapter = adapter
            self.wait = wait
            self.patience = patience
        }
    }

    /// What the peripheral reports.
    public enum Report: Sendable {
        /// Its new state.
        case state(PeripheralServerState)
        /// A client has written a frame to a characteristic; nil: which one is not known.
        case written(Frame, to: BluetoothUUID, at: Instant, by: Peripheral?)
        /// A first client has subscribed to a characteristic, or none is subscribed any more.
        case listening(BluetoothUUID, Bool)
        /// A client has connected, or is gone.
        case client(Peripheral, isConnected: Bool)
        /// Something to record, in one sentence.
        case note(String)
        /// It has failed for good; reported once, and nothing follows.
        case failed(BlueZError)
    }
}

/// Who offers something by a `PeripheralServer`.
@LoopActor
public protocol PeripheralServerDelegate: AnyObject {
    /// Something has happened.
    func peripheral(didReport report: PeripheralServer.Report)
}
