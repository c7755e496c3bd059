public import WaldoCore
internal import WaldoLoop

extension PeripheralLink {
    /// What the operator asked for.
    public struct Options: Sendable {
        /// The shield's address (case-blind) or name; nil takes the one that advertises the service.
        public var peripheral: String?
        /// The adapter's name or address; nil takes the first that is powered.
        public var adapter: String?
        /// Whether a shield that is not bonded with this machine is refused.
        public var bonded: Bool
        /// Whether what is missing at the start is waited for.
        public var wait: Bool
        /// How long the shield is sought at the start, in seconds.
        public var patience: Int64
        /// Whether the shield's notifications are asked for.
        public var notify: Bool
        /// Whether somebody can be asked which shield it shall be: several in reach are then no error.
        public var asks: Bool
        /// Whether the arm can be stopped only by a frame that says where it stands, and that is not known: one that is
        /// connected already may be moving, and is not taken over.
        public var refusesTakeover: Bool

        /// Options of these values.
        public init(
            peripheral: String? = nil, adapter: String? = nil, bonded: Bool = false, wait: Bool = false,
            patience: Int64 = 30, notify: Bool = false, asks: Bool = false, refusesTakeover: Bool = false
        ) {
            self.peripheral = peripheral
            self.adapter = adapter
            self.bonded = bonded
            self.wait = wait
            self.patience = patience
            self.notify = notify
            self.asks = asks
            self.refusesTakeover = refusesTakeover
        }
    }

    /// Who is told what.
    public struct Events {
        /// Where the link stands now.
        public var state: @LoopActor (PeripheralState) -> Void
        /// It takes zeros, and everything once `flow` says so. `takenOver`: the shield was connected before.
        public var opened: @LoopActor (_ takenOver: Bool) -> Void
        /// After `.inFlight` or `.refused`: it takes the next frame.
        public var ready: @LoopActor () -> Void
        /// After `.inFlight`: it has not taken the frame after all. `ready` follows.
        public var refused: @LoopActor () -> Void
        /// After `opened`, and whenever it changes: what may leave now.
        public var flow: @LoopActor (LinkFlow) -> Void
        /// After `opened`: it takes nothing any more. Why is told a moment later, as `.lost`.
        public var gone: @LoopActor () -> Void
        /// The shield has sent these bytes.
        public var notified: @LoopActor ([UInt8]) -> Void
        /// This adapter listens, and hears these shields that can be meant.
        public var heard: @LoopActor (String, [Peripheral]) -> Void
        /// It cannot go on; told once, and nothing after it.
        public var failed: @LoopActor (BlueZError) -> Void

        /// Events that go to these.
        public init(
            state: @escaping @LoopActor (PeripheralState) -> Void = { _ in },
            opened: @escaping @LoopActor (Bool) -> Void = { _ in },
            ready: @escaping @LoopActor () -> Void = {},
            refused: @escaping @LoopActor () -> Void = {},
            flow: @escaping @LoopActor (LinkFlow) -> Void = { _ in },
            gone: @escaping @LoopActor () -> Void = {},
            notified: @escaping @LoopActor ([UInt8]) -> Void = { _ in },
            heard: @escaping @LoopActor (String, [Peripheral]) -> Void = { _, _ in },
            failed: @escaping @LoopActor (BlueZError) -> Void = { _ in }
        ) {
            self.state = state
            self.opened = opened
            self.ready = ready
            self.refused = refused
            self.flow = flow
            self.gone = gone
            self.notified = notified
            self.heard = heard
            self.failed = failed
        }
    }
}
