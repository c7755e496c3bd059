public import WaldoCore
public import WaldoLoop
public import WaldoTime

extension PeripheralLink {
    /// What the operator requested.
    public struct Options: Sendable {
        /// The shield's address (in upper or lower case) or name; nil takes the one that advertises the service.
        public var peripheral: String?
        /// The address or name of the usual shield, for where none is named: no other is taken, and with several in
        /// reach it is no choice.
        public var usual: String?
        /// The adapter's name or address; nil takes the first that is powered.
        public var adapter: String?
        /// Whether to refuse a shield that is not bonded with this machine.
        public var bonded: Bool
        /// Whether to wait for what is missing at the start.
        public var wait: Bool
        /// Whether a shield that this link has connected stays connected at its end, for the next program.
        public var stays: Bool
        /// How long to look for the shield at the start.
        public var patience: TimeSpan
        /// Whether to subscribe to the shield's notifications.
        public var notify: Bool
        /// Whether an operator can choose the shield: several in reach are then no error.
        public var asks: Bool
        /// Whether to refuse a shield that is connected already: it may be moving, and the arm can be stopped only by a
        /// frame with its position, which is not known.
        public var refusesTakeover: Bool
        /// Further characteristics to subscribe to: those that a sensor on the shield notifies on. The arm's own
        /// `notify` belongs here too where a sensor is heard on it: the proof that writes have left then reads another
        /// one. What is not there, or gives no notifications, is reported in `LinkFacts.events`.
        public var listens: [BluetoothUUID]

        /// Options with these values.
        public init(
            peripheral: String? = nil, usual: String? = nil, adapter: String? = nil, bonded: Bool = false,
            wait: Bool = false, stays: Bool = false, patience: TimeSpan = .seconds(30), notify: Bool = false,
            asks: Bool = false, refusesTakeover: Bool = false, listens: [BluetoothUUID] = []
        ) {
            self.peripheral = peripheral
            self.usual = usual
            self.adapter = adapter
            self.bonded = bonded
            self.wait = wait
            self.stays = stays
            self.patience = patience
            self.notify = notify
            self.asks = asks
            self.refusesTakeover = refusesTakeover
            self.listens = listens
        }
    }

    /// What the link reports.
    public enum Report: Sendable {
        /// The link's new state.
        case state(LinkState<LinkFacts>)
        /// It takes zero frames now, and motion once `flow` allows it. `takenOver`: the shield was connected before.
        case opened(takenOver: Bool)
        /// After `.inFlight` or `.refused`: it can take the next frame.
        case ready
        /// After `.inFlight`: the frame was not taken after all. `ready` follows.
        case refused
        /// After `opened`, and at each change: what may be written now.
        case flow(LinkFlow)
        /// After `opened`: it takes no more frames. The reason follows a moment later, as `.lost`.
        case gone
        /// The shield has sent bytes by itself.
        case notified(Notification)
        /// While scanning: the adapter's name, and the matching shields that it hears.
        case heard(adapter: String, [Peripheral])
        /// While scanning: the shield has not been heard for two seconds, and these peripherals were. `wanted` is its
        /// name or address, or the service that it offers.
        case missed(wanted: String, [Peripheral])
        /// It has failed for good; reported once, and nothing follows.
        case failed(BlueZError)
    }
}

/// Gets what a link to a shield reports.
@LoopActor
public protocol PeripheralLinkDelegate: AnyObject {
    /// Something has happened.
    func link(_ link: PeripheralLink, didReport report: PeripheralLink.Report)
}
