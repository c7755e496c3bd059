public import WaldoCore
internal import WaldoLoop
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
    public struct Events {
        /// Its new state.
        public var state: @LoopActor (PeripheralServerState) -> Void
        /// A client has written to a characteristic; nil: which one is not known.
        public var written: @LoopActor (BluetoothUUID, Frame, Instant, Peripheral?) -> Void
        /// A first client has subscribed to a characteristic, or none is subscribed any more.
        public var listening: @LoopActor (BluetoothUUID, Bool) -> Void
        /// A client has connected (true) or is gone.
        public var client: @LoopActor (Peripheral, Bool) -> Void
        /// Something to record, in one sentence.
        public var note: @LoopActor (String) -> Void
        /// It has failed for good; reported once, and nothing follows.
        public var failed: @LoopActor (BlueZError) -> Void

        /// Events with these handlers; those left out do nothing.
        public init(
            state: @escaping @LoopActor (PeripheralServerState) -> Void = { _ in },
            written: @escaping @LoopActor (BluetoothUUID, Frame, Instant, Peripheral?) -> Void = { _, _, _, _ in },
            listening: @escaping @LoopActor (BluetoothUUID, Bool) -> Void = { _, _ in },
            client: @escaping @LoopActor (Peripheral, Bool) -> Void = { _, _ in },
            note: @escaping @LoopActor (String) -> Void = { _ in },
            failed: @escaping @LoopActor (BlueZError) -> Void = { _ in }
        ) {
            self.state = state
            self.written = written
            self.listening = listening
            self.client = client
            self.note = note
            self.failed = failed
        }
    }
}
