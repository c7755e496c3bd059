import WaldoBus
public import WaldoCore
public import WaldoLoop
import WaldoTime

/// The link to one sensor: finds its peripheral, subscribes to its characteristics, and hands on what these notify. It
/// writes nothing but what starts and stops the sensor.
///
/// A lost link is a gap, not an end: the link is made again to the same peripheral for as long as it is not closed. A
/// peripheral that another program has connected is listened to and left connected.
@LoopActor
public final class SensorLink {
    /// Gets what the link reports.
    public weak var delegate: (any SensorLinkDelegate)?

    private let options: Options
    private let link: ReconnectingLink
    var session: BlueZSession { link.session }
    private let discovery: ServiceDiscovery
    private let subscription: SensorSubscription
    private let writer: SensorWriter?
    /// Whether `.up` was reported, so that `gone` must be reported too.
    private var isUp = false
    private var early = EarlyNotifications()

    /// A link to the peripheral that offers a sensor's service, idle until `start`.
    /// - Parameters:
    ///   - service: the service that it advertises.
    ///   - notify: the characteristics to subscribe to, in the order of the sensor's channels. At least one of them
    ///     must be there: models of one make differ in what they measure.
    ///   - options: what the operator requested.
    ///   - bus: the message bus's address; nil for the system's.
    public init(service: BluetoothUUID, notify: [BluetoothUUID], options: Options, bus: String? = nil) {
        self.options = options
        var request = PeripheralFinder.Request(service: service, option: "--peripheral")
        switch options.choice {
        case .advertised: break
        case .called(let text): request.peripheral = text
        case .remembered(let address, _): request.remembered = address.uppercased()
        }
        link = ReconnectingLink(
            .init(
                peripheral: request, adapter: options.adapter, wait: options.wait, patience: options.patience,
                sparesOthers: true, noun: "peripheral"), bus: bus)
        discovery = ServiceDiscovery(link.session, link.cache)
        subscription = SensorSubscription(link.session, service: service, wanted: notify)
        writer = options.says.map { [session = link.session] in SensorWriter(session, service: service, $0) }
        link.delegate = self
    }

    /// Starts looking for the peripheral.
    public func start() { link.start() }

    /// Ends the link; never blocks. A peripheral is disconnected only if BlueZ has connected it for this link.
    public func close() {
        let wasUp = isUp
        isUp = false
        // What another program has connected, or a drive has taken over since, is in use by it.
        let mayDisconnect = link.device.map { !isDriven($0) } ?? false
        if mayDisconnect, wasUp, link.hold.isOurs, let device = link.device { writer?.stop(device) }
        link.close(disconnect: mayDisconnect)
    }

    /// Whether a drive, of this process or another, holds the peripheral: only its encoder writes there. One in a
    /// container shows by the write socket alone.
    private func isDriven(_ device: Device) -> Bool {
        ProcessLock.isHeld(DriveLock.name(of: device.address)) || session.tree.acquired.contains(device.address)
    }

    /// The sensor that the peripheral was remembered for; nil: it was not chosen so.
    private var rememberedFor: String? {
        if case .remembered(_, let sensor) = options.choice { sensor } else { nil }
    }

    private func receive(_ channel: Int, _ notification: Notification) {
        if isUp { report(.notified(channel: channel, notification)) } else { early.append(channel, notification) }
    }

    private func report(_ report: Report) { delegate?.link(self, didReport: report) }
}

extension SensorLink: ReconnectingLinkDelegate {
    func handle(_ progress: LinkProgress) {
        switch progress {
        case .scanning: self.report(.state(.scanning))
        case .waiting(let what): self.report(.state(.waiting(what: what)))
        case .heard(let adapter, let peripherals): self.report(.heard(adapter: adapter, peripherals))
        case .missed: break
        case .connecting(let peripheral): self.report(.state(.connecting(peripheral)))
        case .lost(let reason): self.report(.state(.lost(reason: reason)))
        case .failed(let error):
            close()
            self.report(.failed(error))
        }
    }

    func admit(_ found: Device, isConnected: Bool) throws(BlueZError) {}

    func lossReason(for found: Device) -> String? { nil }

    func rephrase(_ error: BlueZError) -> BlueZError {
        switch error {
        case .noShield(let wanted, let heard): .noSensor(wanted: wanted, heard: heard, remembered: rememberedFor)
        case .severalShields(let peripherals): .severalSensors(peripherals)
        default: error
        }
    }

    func mayRenew(_ device: Device) -> Bool { !isDriven(device) }

    func open(_ found: Device, _ adapter: Adapter, _ drops: Int) async throws(BlueZError) {
        try await discovery.wait(found, drops, isOurs: link.hold.isOurs) {
            subscription.extent(on: found)
        } lacking: {
            subscription.lacking(on: found)
        }
        var facts = try await subscribe(found)
        try await session.watch(only: found)
        if isDriven(found), writer != nil {
            facts.events.append("a drive holds this shield, and the sensor is sent nothing")
        } else if let event = try await writer?.start(found) {
            facts.events.append(event)
        }
        // The link may have been lost during these waits.
        guard !session.hasDropped(found, drops), session.cause(adapter) == nil else {
            throw .connection(found.peripheral, reason: "it has disconnected")
        }
        begin(found.peripheral, facts)
    }

    /// Subscribes to what is there.
    /// - Throws: `.noNotifications` if BlueZ refuses all of it.
    private func subscribe(_ found: Device) async throws(BlueZError) -> SensorFacts {
        let outcome = try await subscription.subscribe(on: found) { [weak self] in self?.receive($0, $1) }
        guard !outcome.paths.isEmpty else { throw .noNotifications(found.peripheral, reasons: outcome.events) }
        return SensorFacts(wasConnected: !link.hold.isOurs, unheard: outcome.unheard, events: outcome.events)
    }

    /// Reports that the link is up, and hands on what came before.
    private func begin(_ peripheral: Peripheral, _ facts: SensorFacts) {
        var facts = facts
        if let rememberedFor, link.finder.known == nil {
            let name = SafeText.escaped(rememberedFor, upTo: .max)
            facts.events.append("only the remembered peripheral is used: `waldo forget \(name)` lets another be used")
        }
        if early.dropped > 0 {
            facts.events.append("\(early.dropped) notifications that came while the link was opened were dropped")
        }
        isUp = true
        report(.state(.up(peripheral, facts)))
        for (channel, notification) in early.takeAll() where isUp {
            report(.notified(channel: channel, notification))
        }
    }

    func closeAfterLoss(of found: Device, _ reason: String) async {
        endReception()
        // What it notifies was subscribed to, and the peripheral has answered that.
        link.renewer.ended(found, isDead: false, hasCarried: true)
    }

    func closeAfterFailure(_ error: BlueZError) async {
        var isDead = false
        if case .carriesNothing = error { isDead = true }
        link.renewer.ended(link.device, isDead: isDead)
        endReception()
    }

    /// Ends the reception after a loss or a failed attempt. A connection that has ended is not this link's any more.
    private func endReception() {
        session.endNotifications()
        _ = early.takeAll()
        if isUp || session.owner == nil { link.hold.forget() }
        let isNews = isUp
        isUp = false
        if isNews { report(.gone) }
    }
}
