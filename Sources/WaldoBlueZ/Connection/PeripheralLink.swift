internal import WaldoBus
public import WaldoCore
public import WaldoLoop
internal import WaldoTime

/// The link to one shield: finds it, opens a connection, and reconnects after each loss until it is closed.
///
/// A `PeripheralConnection` carries the frames from opening to loss. The link keeps no queue: pending commands are in
/// the encoder.
@LoopActor
public final class PeripheralLink {
    private let profile: LinkProfile
    private let pacing: Pacing
    private let longestFrame: Int
    private let options: Options
    private let events: Events
    let session: BlueZSession
    private let finder: PeripheralFinder
    private let hold: DeviceHold
    private let opening: PeripheralOpening
    private let sensor: SensorSubscription
    private let proofs: ProofSearch

    @exclusivity(unchecked) private(set) var connection: PeripheralConnection?
    /// How often a lost connection sent each of its failsafe frames; kept until the drive has taken note.
    private var sentAtLoss: ZeroCounts?
    /// The device that is connected, or is being connected.
    private var device: Device?
    /// Whether `opened` was reported, so that `gone` must be reported too.
    private var isReported = false
    private var lock: ProcessLock?
    private let renewer: LinkRenewer
    /// When the link came up; nil: it is not up.
    private var upSince: Instant?
    private var task: Task<Void, Never>?

    /// A link to the shield that `profile` describes, idle until `start`.
    /// - Parameters:
    ///   - profile: the shield's service and characteristics.
    ///   - pacing: the interval at which the arm takes its zero frames.
    ///   - longestFrame: bytes of the arm's longest frame; a link that cannot carry it is refused.
    ///   - options: what the operator requested.
    ///   - events: what the link reports.
    ///   - bus: the message bus's address; nil for the system's.
    public init(
        profile: LinkProfile, pacing: Pacing, longestFrame: Int, options: Options, events: Events, bus: String? = nil
    ) {
        self.profile = profile
        self.pacing = pacing
        self.longestFrame = longestFrame
        self.options = options
        self.events = events
        session = BlueZSession(bus: bus)
        finder = PeripheralFinder(
            session,
            .init(
                service: profile.service, peripheral: options.peripheral, usual: options.usual, asks: options.asks),
            .init(
                scanning: { events.state(.scanning) }, waiting: { events.state(.waiting(what: $0)) },
                heard: events.heard, missed: events.missed))
        hold = DeviceHold(session)
        let cache = DeviceCache(session)
        renewer = LinkRenewer(session, hold, cache) { events.state(.waiting(what: $0)) }
        opening = PeripheralOpening(session, profile, cache)
        sensor = SensorSubscription(session, service: profile.service, wanted: options.listens)
        proofs = ProofSearch(session, service: profile.service)
    }

    /// Starts looking for the shield.
    public func start() {
        guard task == nil else { return }
        task = Loop.task { await self.run() }
    }

    /// Chooses a shield by its address, for the operator; before the first connection only.
    public func choose(_ address: String) { finder.choose(address) }

    // MARK: the connection

    /// Writes a frame of at most `LinkFacts.maxBytes`. Motion is accepted only while it flows; a zero frame at any
    /// time, except while a call is in flight.
    /// - Parameters:
    ///   - frame: the bytes to write.
    ///   - isZero: whether it is a zero frame.
    ///   - pending: how often each of the failsafe frames is to be sent if nothing follows; empty: as before.
    /// - Returns: what the link did with the frame; `.gone` without a connection.
    public func write(_ frame: Frame, isZero: Bool, pending: ZeroCounts = ZeroCounts()) -> WriteOutcome {
        connection?.write(frame, isZero: isZero, pending: pending) ?? .gone
    }

    /// Sets the failsafe frames: the zero frames that stop the arm when the loop hangs, the process ends or the link is
    /// lost.
    public func set(_ failsafe: FailsafeFrames) { connection?.set(failsafe) }

    /// Sets how often each of the failsafe frames is still to be sent.
    public func setPending(_ zeros: ZeroCounts) { connection?.setPending(zeros) }

    /// Takes note that the failsafe frames were sent, after which motion may pass again.
    /// - Returns: how often each frame was sent; nil if the failsafe frames were not sent since the previous call.
    public func acknowledgeFailsafe() -> ZeroCounts? {
        if let sent = connection?.acknowledgeFailsafe() { return sent }
        defer { sentAtLoss = nil }
        return sentAtLoss
    }

    /// Bytes written that bluetoothd is not known to have taken.
    public var unsentBytes: Int { connection?.unsentBytes ?? 0 }

    /// Whether all that was written has left, as far as can be known; requests the proof from the shield.
    public var hasLeft: Bool { connection?.hasLeft ?? true }

    /// Ends the link: sends the failsafe frames if they are pending, and blocks no longer than that takes.
    /// - Parameter disconnect: whether to disconnect a shield that this link has connected; otherwise it stays
    ///   connected for the next program.
    public func close(disconnect: Bool) {
        session.endNotifications()
        connection?.close()
        connection = nil
        isReported = false
        if disconnect, let device { hold.release(device) }
        device = nil
        session.close()
        task?.cancel()
        lock = nil
    }

    private func open(_ plan: GattPlan, _ found: Device) async throws(BlueZError) -> LinkFacts {
        let carrier: PeripheralConnection.Carrier, route: LinkFacts.Route, mtu: Int
        do throws(BlueZError) { (carrier, route, mtu) = try await opening.carrier(plan, found) } catch {
            // The shield is the other program's, even if BlueZ has answered this link's Connect: that one stays.
            if case .held = error { hold.forget() }
            throw error
        }
        let connection = PeripheralConnection(
            session, carrier, pacing: pacing,
            .init(
                ready: events.ready, refused: events.refused, flow: events.flow,
                lost: { [weak self] in self?.connectionLost($0, isSeen: $1) }))
        let maxBytes = min(mtu - 3, profile.max)
        guard longestFrame <= maxBytes else {
            connection.close()
            throw .frameTooLong(bytes: longestFrame, maxBytes: maxBytes)
        }
        self.connection = connection
        return LinkFacts(route: route, mtu: mtu, maxBytes: maxBytes, confirms: route == .request)
    }

    private func connectionLost(_ reason: String, isSeen: Bool) {
        sentAtLoss = connection?.acknowledgeFailsafe() ?? sentAtLoss
        session.endNotifications()
        session.changes.beat()
        let isNews = isReported && !isSeen
        isReported = false
        if isNews { events.gone() }
    }

    /// Closes the connection once bluetoothd has taken its failsafe frames.
    private func endConnection(_ reason: String) async {
        guard let connection else { return }
        connection.lose(reason)
        await connection.drain()
        if self.connection === connection { self.connection = nil }
    }

    // MARK: connecting and reconnecting

    private func run() async {
        var attempts = LinkAttempts(waits: options.wait, patience: options.patience, from: Monotonic.now())
        while !session.isClosed {
            do throws(BlueZError) {
                let reason = try await drive(until: attempts.patienceEnds)
                guard !session.isClosed else { return }
                events.state(.lost(reason: reason))
            } catch let failure {
                guard !session.isClosed else { return }
                let error = session.said(failure, of: device)
                note(error)
                await endConnection(error.description)
                guard !session.isClosed else { return }
                if finder.known == nil { lock = nil }
                let end = attempts.end(by: error, isKnown: finder.known != nil, at: Monotonic.now())
                if let end { return fail(end) }
                events.state(.waiting(what: error.description))
                if session.owner == nil { hold.forget() }
                await renewer.renew(device)
                await session.recover(error, adapter: options.adapter, attempts.nextPause())
                continue
            }
            if let upSince { attempts.lasted(Monotonic.now() - upSince) }
            upSince = nil
            if session.owner == nil { hold.forget() }
            await renewer.renew(device)
            await session.pause(attempts.nextPause())
        }
    }

    /// Takes note of an attempt that has failed: the link may be dead although BlueZ says that it is up.
    private func note(_ error: BlueZError) {
        var isDead = connection?.wasDead == true
        if case .carriesNothing = error { isDead = true }
        renewer.ended(device, isDead: isDead)
    }

    /// Connects to the shield once and waits until the link is lost.
    /// - Returns: the reason of the loss.
    private func drive(until patienceEnds: Instant) async throws(BlueZError) -> String {
        try await session.refresh()
        let adapter = try await session.adapter(options.adapter)
        let (found, isConnected) = try await finder.find(adapter, until: options.wait ? nil : patienceEnds)
        let peripheral = found.peripheral
        // A connection that this link has had is not the one that it makes now, nor one that another makes.
        if !isConnected { hold.forget() }
        // Checked every time: a bond can be removed, and without one another device can use the shield's address.
        guard found.isBonded || !options.bonded else { throw .notBonded(peripheral) }
        if isConnected, options.refusesTakeover, finder.known == nil { throw .positionUnknown(peripheral) }
        try claim(peripheral)
        let drops = session.tree.drops[found.path] ?? 0
        device = found
        events.state(.connecting(peripheral))
        try await hold.connect(found, isConnected: isConnected, drops)
        let takenOver = !hold.isOurs
        // Another program may have connected to it in the meantime.
        if takenOver, options.refusesTakeover, finder.known == nil { throw .positionUnknown(peripheral) }
        try await opening.awaitCharacteristics(found, drops, isOurs: hold.isOurs, sensor)
        guard let plan = opening.plan(found) else {
            throw .connection(peripheral, reason: "its services have gone")
        }
        var facts = try await open(plan, found)
        // Before the search for a proof: a shield that was sent commands before is stopped at once.
        isReported = true
        events.opened(takenOver)
        let proof = try await prove(plan, found, &facts)
        try await session.watch(only: found)
        // The link may have been lost during these waits.
        guard let connection, connection.lossReason == nil, !session.hasDropped(found, drops) else {
            throw await failureOfOpening(found, drops)
        }
        if finder.known == nil { finder.known = peripheral }
        upSince = Monotonic.now()
        events.state(.up(peripheral, facts, takenOver: takenOver))
        connection.begin(proof)
        var reason: String?
        _ = await session.wait(until: nil) {
            reason = loss(found, adapter, drops)
            return reason != nil
        }
        guard let reason else { return "it was closed" }
        let lostAt = Monotonic.now()
        renewer.ended(found, isDead: connection.wasDead, hasCarried: connection.hasCarried)
        await endConnection(reason)
        return await session.causeOfLoss(found, drops, adapter, at: lostAt) ?? reason
    }

    /// Subscribes to the notifications, and finds what proves that frames have left.
    private func prove(
        _ plan: GattPlan, _ found: Device, _ facts: inout LinkFacts
    ) async throws(BlueZError) -> FlowControl.Proof {
        // A connection that was lost while it was being opened leaves its receivers.
        session.endNotifications()
        if options.notify,
            let event = try await opening.subscribe(
                plan.notify, found, isOurs: hold.isOurs, events.notified)
        {
            facts.events.append(event)
        }
        let heard = try await sensor.subscribe(on: found) { [events] in events.notified($1) }
        facts.events += heard.events
        defer { if facts.route != .acquired { facts.events.append(Self.hasNoLock) } }
        guard facts.route != .request else { return .reply }
        let (proof, event) = try await proofs.find(found, sparing: heard.paths)
        facts.confirms = proof != .none
        facts.events += [event].compactMap(\.self)
        return proof
    }

    /// What a link without a write socket cannot do.
    private static let hasNoLock =
        "there is no write socket, so a Waldo in a container or another program could drive this shield as well: see that "
        + "none does"

    private func claim(_ peripheral: Peripheral) throws(BlueZError) {
        guard lock == nil || device?.address != peripheral.address else { return }
        lock = nil
        do throws(LockRefusal) {
            lock = try ProcessLock(DriveLock.name(of: peripheral.address))
        } catch {
            switch error {
            case .taken(let holder): throw .driven(peripheral, by: holder)
            case .failed(let failure): throw .notReserved(peripheral, reason: failure.description)
            }
        }
    }

    /// Why a connection that could be written to was lost before the link was up.
    private func failureOfOpening(_ found: Device, _ drops: Int) async -> BlueZError {
        let gone = BlueZError.connection(found.peripheral, reason: "it has disconnected")
        guard let failure = connection?.failure else {
            return connection?.lossReason.map { .connection(found.peripheral, reason: $0) } ?? gone
        }
        _ = await session.wait(until: Monotonic.now() + BlueZSession.causeTime) { session.hasDropped(found, drops) }
        guard !session.hasDropped(found, drops) else { return gone }
        return .from(failure, writingTo: found.peripheral)
    }

    /// Why the link counts as lost; nil while it is up.
    private func loss(_ device: Device, _ adapter: Adapter, _ drops: Int) -> String? {
        if let failure = connection?.failure, ErrorMeaning(failure).hasRemedy {
            return BlueZError.from(failure, settingUp: device.peripheral).description
        }
        if let reason = connection?.lossReason ?? session.cause(adapter) { return reason }
        if session.tree.device(device.path) == nil { return "the shield was removed from BlueZ" }
        return session.tree.drops[device.path] ?? 0 > drops ? "the shield has disconnected" : nil
    }

    private func fail(_ error: BlueZError) {
        close(disconnect: true)
        events.failed(error)
    }
}
