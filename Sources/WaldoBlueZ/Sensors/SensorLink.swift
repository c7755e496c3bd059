internal import WaldoBus
public import WaldoCore
public import WaldoLoop
internal import WaldoTime

/// The link to one sensor: finds its peripheral, subscribes to its characteristics, and hands on what these notify. It
/// writes nothing but what starts and stops the sensor.
///
/// A lost link is a gap, not an end: the link is made again to the same peripheral for as long as it is not closed. A
/// peripheral that another program has connected is listened to and left connected.
@LoopActor
public final class SensorLink {
    private let options: Options
    private let events: Events
    let session: BlueZSession
    private let finder: PeripheralFinder
    private let hold: DeviceHold
    private let renewer: LinkRenewer
    private let discovery: ServiceDiscovery
    private let subscription: SensorSubscription
    private let writer: SensorWriter?
    /// The device that is connected, or is being connected.
    private var device: Device?
    /// Whether `.up` was reported, so that `gone` must be reported too.
    private var isUp = false
    /// When the link came up last; nil: that was looked at.
    private var upSince: Instant?
    private var early = EarlyNotifications()
    private var task: Task<Void, Never>?

    /// A link to the peripheral that offers a sensor's service, idle until `start`.
    /// - Parameters:
    ///   - service: the service that it advertises.
    ///   - notify: the characteristics to subscribe to, in the order of the sensor's channels. At least one of them
    ///     must be there: models of one make differ in what they measure.
    ///   - options: what the operator requested.
    ///   - events: what the link reports.
    ///   - bus: the message bus's address; nil for the system's.
    public init(
        service: BluetoothUUID, notify: [BluetoothUUID], options: Options, events: Events, bus: String? = nil
    ) {
        self.options = options
        self.events = events
        session = BlueZSession(bus: bus)
        var request = PeripheralFinder.Request(service: service, option: "--peripheral")
        switch options.choice {
        case .advertised: break
        case .called(let text): request.peripheral = text
        case .remembered(let address, _): request.remembered = address.uppercased()
        }
        finder = PeripheralFinder(
            session, request,
            .init(
                scanning: { events.state(.scanning) }, waiting: { events.state(.waiting(what: $0)) },
                heard: events.heard))
        hold = DeviceHold(session, sparesOthers: true)
        let cache = DeviceCache(session)
        renewer = LinkRenewer(session, hold, cache) { events.state(.waiting(what: $0)) }
        discovery = ServiceDiscovery(session, cache)
        subscription = SensorSubscription(session, service: service, wanted: notify)
        if let says = options.says { writer = SensorWriter(session, service: service, says) } else { writer = nil }
    }

    /// Starts looking for the peripheral.
    public func start() {
        guard task == nil else { return }
        task = Loop.task { await self.run() }
    }

    /// Ends the link; never blocks. A peripheral is disconnected only if BlueZ has connected it for this link.
    public func close() {
        let wasUp = isUp
        isUp = false
        session.endNotifications()
        if let device {
            // What another program has connected, or a drive has taken over since, is in use by it.
            if !isDriven(device) {
                if wasUp, hold.isOurs { writer?.stop(device) }
                hold.release(device)
            }
        }
        device = nil
        session.close()
        task?.cancel()
    }

    // MARK: connecting and reconnecting

    private func run() async {
        var attempts = LinkAttempts(waits: options.wait, patience: options.patience, from: Monotonic.now())
        while !session.isClosed {
            do throws(BlueZError) {
                let reason = try await listen(until: attempts.patienceEnds)
                guard !session.isClosed else { return }
                events.state(.lost(reason: reason))
            } catch let failure {
                guard !session.isClosed else { return }
                let error = session.said(failure, of: device)
                var isDead = false
                if case .carriesNothing = error { isDead = true }
                renewer.ended(device, isDead: isDead)
                endReception()
                let end = attempts.end(by: error, isKnown: finder.known != nil, at: Monotonic.now())
                if let end { return fail(end) }
                events.state(.waiting(what: error.description))
                if let device, !isDriven(device) { await renewer.renew(device) }
                await session.recover(error, adapter: options.adapter, attempts.nextPause())
                continue
            }
            if let upSince {
                attempts.lasted(Monotonic.now() - upSince)
                // What it notifies was subscribed to, and the peripheral has answered that.
                renewer.ended(device, isDead: false, hasCarried: true)
            }
            upSince = nil
            await session.pause(attempts.nextPause())
        }
    }

    /// Connects to the peripheral once, and listens until the link is lost.
    /// - Returns: the reason of the loss.
    private func listen(until patienceEnds: Instant) async throws(BlueZError) -> String {
        try await session.refresh()
        let adapter = try await session.adapter(options.adapter)
        let (found, isConnected) = try await find(adapter, until: options.wait ? nil : patienceEnds)
        if !isConnected { hold.forget() }
        let drops = session.tree.drops[found.path] ?? 0
        device = found
        events.state(.connecting(found.peripheral))
        try await hold.connect(found, isConnected: isConnected, drops)
        try await discovery.wait(found, drops, isOurs: hold.isOurs) {
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
        upSince = Monotonic.now()
        begin(found.peripheral, facts)
        var reason: String?
        _ = await session.wait(until: nil) {
            reason = loss(found, adapter, drops)
            return reason != nil
        }
        guard let reason else { return "it was closed" }
        let lostAt = Monotonic.now()
        endReception()
        return await session.causeOfLoss(found, drops, adapter, at: lostAt) ?? reason
    }

    /// Whether a drive, of this process or another, holds the peripheral: only its encoder writes there. One in a
    /// container shows by the write socket alone.
    private func isDriven(_ device: Device) -> Bool {
        ProcessLock.isHeld(DriveLock.name(of: device.address)) || session.tree.acquired.contains(device.address)
    }

    private func find(
        _ adapter: Adapter, until end: Instant?
    ) async throws(BlueZError) -> (device: Device, isConnected: Bool) {
        do throws(BlueZError) {
            return try await finder.find(adapter, until: end)
        } catch .noShield(let wanted, let heard) {
            throw .noSensor(wanted: wanted, heard: heard, remembered: rememberedFor)
        } catch .severalShields(let peripherals) {
            throw .severalSensors(peripherals)
        }
    }

    /// The sensor that the peripheral was remembered for; nil: it was not chosen so.
    private var rememberedFor: String? {
        if case .remembered(_, let sensor) = options.choice { sensor } else { nil }
    }

    /// Subscribes to what is there.
    /// - Throws: `.noNotifications` if BlueZ refuses all of it.
    private func subscribe(_ found: Device) async throws(BlueZError) -> SensorFacts {
        let outcome = try await subscription.subscribe(on: found) { [weak self] in self?.take($0, $1) }
        guard !outcome.paths.isEmpty else { throw .noNotifications(found.peripheral, reasons: outcome.events) }
        return SensorFacts(wasConnected: !hold.isOurs, unheard: outcome.unheard, events: outcome.events)
    }

    /// Reports that the link is up, and hands on what came before.
    private func begin(_ peripheral: Peripheral, _ facts: SensorFacts) {
        var facts = facts
        if let rememberedFor, finder.known == nil {
            let name = SafeText.escaped(rememberedFor, upTo: .max)
            facts.events.append("only the remembered peripheral is used: `waldo forget \(name)` lets another be used")
        }
        if early.dropped > 0 {
            facts.events.append("\(early.dropped) notifications that came while the link was opened were dropped")
        }
        if finder.known == nil { finder.known = peripheral }
        isUp = true
        events.state(.up(peripheral, facts))
        for (channel, notification) in early.takeAll() where isUp { events.notified(channel, notification) }
    }

    private func take(_ channel: Int, _ notification: Notification) {
        if isUp { events.notified(channel, notification) } else { early.append(channel, notification) }
    }

    /// Ends the reception after a loss or a failed attempt. A connection that has ended is not this link's any more.
    private func endReception() {
        session.endNotifications()
        _ = early.takeAll()
        if isUp || session.owner == nil { hold.forget() }
        let isNews = isUp
        isUp = false
        if isNews { events.gone() }
    }

    /// Why the link counts as lost; nil while it is up.
    private func loss(_ device: Device, _ adapter: Adapter, _ drops: Int) -> String? {
        if let cause = session.cause(adapter) { return cause }
        if session.tree.device(device.path) == nil { return "the peripheral was removed from BlueZ" }
        return session.hasDropped(device, drops) ? "the peripheral has disconnected" : nil
    }

    private func fail(_ error: BlueZError) {
        close()
        events.failed(error)
    }
}
