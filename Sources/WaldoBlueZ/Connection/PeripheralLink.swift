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
    /// Gets what the link reports.
    public weak var delegate: (any PeripheralLinkDelegate)?

    private let profile: LinkProfile
    private let pacing: Pacing
    private let longestFrame: Int
    private let options: Options
    private let link: ReconnectingLink
    var session: BlueZSession { link.session }
    private let opening: PeripheralOpening
    private let sensor: SensorSubscription
    private let proofs: ProofSearch

    @exclusivity(unchecked) private(set) var connection: PeripheralConnection?
    /// How often a lost connection sent each of its failsafe frames; kept until the drive has taken note.
    private var sentAtLoss: ZeroCounts?
    /// Whether `opened` was reported, so that `gone` must be reported too.
    private var isReported = false
    private var lock: ProcessLock?
    private var spans = Histogram(upTo: .seconds(1))

    /// A link to the shield that `profile` describes, idle until `start`.
    /// - Parameters:
    ///   - profile: the shield's service and characteristics.
    ///   - pacing: the interval at which the arm takes its zero frames.
    ///   - longestFrame: bytes of the arm's longest frame; a link that cannot carry it is refused.
    ///   - options: what the operator requested.
    ///   - bus: the message bus's address; nil for the system's.
    public init(profile: LinkProfile, pacing: Pacing, longestFrame: Int, options: Options, bus: String? = nil) {
        self.profile = profile
        self.pacing = pacing
        self.longestFrame = longestFrame
        self.options = options
        link = ReconnectingLink(
            .init(
                peripheral: .init(
                    service: profile.service, peripheral: options.peripheral, usual: options.usual, asks: options.asks),
                adapter: options.adapter, wait: options.wait, patience: options.patience, noun: "shield"),
            bus: bus)
        opening = PeripheralOpening(link.session, profile, link.cache)
        sensor = SensorSubscription(link.session, service: profile.service, wanted: options.listens)
        proofs = ProofSearch(link.session, service: profile.service)
        link.delegate = self
    }

    /// Starts looking for the shield.
    public func start() { link.start() }

    /// Chooses a shield by its address, for the operator; before the first connection only.
    public func choose(_ address: String) { link.finder.choose(address) }

    private func report(_ report: Report) { delegate?.link(self, didReport: report) }

    // MARK: the connection

    /// Writes a frame of at most `LinkProfile.max` bytes, over a socket in pieces of `LinkFacts.maxBytes`. Motion is
    /// accepted only while it flows; a zero frame at any time, except while a call is in flight.
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
    public func setFailsafe(_ frames: FailsafeFrames) { connection?.set(frames) }

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

    /// How long the link took for each confirmation: for the answer to a write, or for a read that followed the frames.
    public var deliveries: Histogram? { spans }

    /// Ends the link: sends the failsafe frames if they are pending, and blocks only until they are sent.
    public func close() { close(disconnect: !options.stays) }

    private func close(disconnect: Bool) {
        // Before the connection is closed: what was held back may be a fault, at which the drive sends zeros.
        session.endNotifications()
        connection?.close()
        connection = nil
        isReported = false
        link.close(disconnect: disconnect)
        lock = nil
    }
}

extension PeripheralLink: PeripheralConnectionDelegate {
    func connectionIsReady() { report(.ready) }

    func connectionRefused() { report(.refused) }

    func flowChanged(_ flow: LinkFlow) { report(.flow(flow)) }

    func confirmed(after span: TimeSpan) { spans.add(span) }

    func connectionIsLost(_ reason: String, isSeen: Bool) {
        sentAtLoss = connection?.acknowledgeFailsafe() ?? sentAtLoss
        session.endNotifications()
        session.changes.beat()
        let isNews = isReported && !isSeen
        isReported = false
        if isNews { report(.gone) }
    }
}

extension PeripheralLink: ReconnectingLinkDelegate {
    func mayRenew(_ device: Device) -> Bool { true }

    func rephrase(_ error: BlueZError) -> BlueZError { error }

    func handle(_ progress: LinkProgress) {
        switch progress {
        case .scanning: self.report(.state(.scanning))
        case .waiting(let what): self.report(.state(.waiting(what: what)))
        case .heard(let adapter, let peripherals): self.report(.heard(adapter: adapter, peripherals))
        case .missed(let wanted, let heard): self.report(.missed(wanted: wanted, heard))
        case .connecting(let peripheral): self.report(.state(.connecting(peripheral)))
        case .lost(let reason): self.report(.state(.lost(reason: reason)))
        case .failed(let error):
            close(disconnect: true)
            self.report(.failed(error))
        }
    }

    func admit(_ found: Device, isConnected: Bool) throws(BlueZError) {
        let peripheral = found.peripheral
        guard found.isBonded || !options.bonded else { throw .notBonded(peripheral) }
        if isConnected, options.refusesTakeover, link.finder.known == nil { throw .positionUnknown(peripheral) }
        guard lock == nil || link.device?.address != peripheral.address else { return }
        lock = nil
        do throws(LockRefusal) {
            lock = try ProcessLock(DriveLock.name(of: peripheral.address))
        } catch {
            switch error {
            case .locked(let holder): throw .driven(peripheral, by: holder)
            case .failed(let failure): throw .notReserved(peripheral, reason: failure.description)
            }
        }
    }

    func open(_ found: Device, _ adapter: Adapter, _ drops: Int) async throws(BlueZError) {
        let peripheral = found.peripheral, takenOver = !link.hold.isOurs
        // Another program may have connected to it in the meantime.
        if takenOver, options.refusesTakeover, link.finder.known == nil { throw .positionUnknown(peripheral) }
        try await opening.awaitCharacteristics(found, drops, isOurs: link.hold.isOurs, sensor)
        guard let plan = opening.plan(found) else {
            throw .connection(peripheral, reason: "its services have gone")
        }
        var facts = try await connect(plan, found)
        facts.takenOver = takenOver
        // Before the search for a proof: a shield that was sent commands before is stopped at once.
        isReported = true
        report(.opened(takenOver: takenOver))
        let proof = try await prove(plan, found, &facts)
        try await session.watch(only: found)
        // The link may have been lost during these waits.
        guard let connection, connection.lossReason == nil, !session.hasDropped(found, drops) else {
            throw await failureOfOpening(found, drops)
        }
        report(.state(.up(peripheral, facts)))
        connection.begin(proof)
    }

    private func connect(_ plan: GattPlan, _ found: Device) async throws(BlueZError) -> LinkFacts {
        let carrier: PeripheralConnection.Carrier, route: LinkFacts.Route, mtu: Int
        do throws(BlueZError) { (carrier, route, mtu) = try await opening.carrier(plan, found) } catch {
            // The shield is the other program's, even if BlueZ has answered this link's Connect: that one stays.
            if case .inUse = error { link.hold.forget() }
            throw error
        }
        let maxBytes = min(mtu - 3, profile.max)
        // A socket takes a longer frame in pieces; a call carries a frame whole.
        let isCut = !carrier.isCalls && maxBytes < profile.max
        let connection = PeripheralConnection(
            session, carrier, pacing: pacing, piece: isCut ? maxBytes : nil, delegate: self)
        let limit = isCut ? profile.max : maxBytes
        guard longestFrame <= limit else {
            connection.close()
            throw .frameTooLong(bytes: longestFrame, maxBytes: limit)
        }
        self.connection = connection
        return LinkFacts(route: route, mtu: mtu, maxBytes: maxBytes, confirms: route == .request)
    }

    /// Subscribes to the notifications, and finds what proves that frames have left.
    private func prove(
        _ plan: GattPlan, _ found: Device, _ facts: inout LinkFacts
    ) async throws(BlueZError) -> FlowControl.Proof {
        // A connection that was lost while it was being opened leaves its receivers.
        session.endNotifications()
        if options.notify,
            let event = try await opening.subscribe(
                plan.notify, found, isOurs: link.hold.isOurs, { [weak self] in self?.report(.notified($0)) })
        {
            facts.events.append(event)
        }
        let heard = try await sensor.subscribe(on: found) { [weak self] in self?.report(.notified($1)) }
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

    func lossReason(for found: Device) -> String? {
        if let failure = connection?.failure, ErrorMeaning(failure).hasRemedy {
            return BlueZError.from(failure, settingUp: found.peripheral).description
        }
        return connection?.lossReason
    }

    func closeAfterLoss(of found: Device, _ reason: String) async {
        if let connection {
            link.renewer.ended(found, isDead: connection.wasDead, hasCarried: connection.hasCarried)
        }
        await endConnection(reason)
    }

    /// The link may be dead although BlueZ says that it is up.
    func closeAfterFailure(_ error: BlueZError) async {
        var isDead = connection?.wasDead == true
        if case .carriesNothing = error { isDead = true }
        link.renewer.ended(link.device, isDead: isDead)
        await endConnection(error.description)
        if link.finder.known == nil { lock = nil }
    }

    /// Closes the connection once bluetoothd has taken its failsafe frames.
    private func endConnection(_ reason: String) async {
        guard let connection else { return }
        connection.lose(reason)
        await connection.drain()
        if self.connection === connection { self.connection = nil }
    }
}
