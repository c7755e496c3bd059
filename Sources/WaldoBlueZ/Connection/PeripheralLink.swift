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
    private let opening: PeripheralOpening
    private let proofs: ProofSearch

    private(set) var connection: PeripheralConnection?
    /// How often a lost connection sent each frame of its last word; kept until the drive has taken note of it.
    private var sentAtLoss: ZeroCounts?
    /// The device that is connected, or is being connected.
    private var device: Device?
    /// Whether `opened` was reported, so that `gone` must be reported too.
    private var isReported = false
    /// The Bluetooth connection that BlueZ made for this link, and that this link must release: the device's path, and
    /// how often that device had dropped before.
    private var ours: (path: String, drops: Int)?
    private var lock: ProcessLock?
    private var task: Task<Void, Never>?

    /// How long after a failure the bus may report its cause.
    static let causeTime: TimeSpan = .milliseconds(250)

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
        finder = PeripheralFinder(session: session, profile: profile, options: options, events: events)
        opening = PeripheralOpening(session, profile)
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
    ///   - pending: how often each frame of the last word is to be sent if nothing follows; empty: as before.
    /// - Returns: what the link did with the frame; `.gone` without a connection.
    public func write(_ frame: Frame, isZero: Bool, pending: ZeroCounts = ZeroCounts()) -> WriteOutcome {
        connection?.write(frame, isZero: isZero, pending: pending) ?? .gone
    }

    /// Sets the last word: the zero frames that stop the arm when the loop hangs, the process ends or the link is lost.
    public func set(_ lastWord: LastWord) { connection?.set(lastWord) }

    /// Sets how often each frame of the last word is still to be sent.
    public func setPending(_ zeros: ZeroCounts) { connection?.setPending(zeros) }

    /// Takes note that the last word was sent, after which motion may pass again.
    /// - Returns: how often each frame was sent; nil if the last word was not sent since the previous call.
    public func takeLastWord() -> ZeroCounts? {
        if let sent = connection?.takeLastWord() { return sent }
        defer { sentAtLoss = nil }
        return sentAtLoss
    }

    /// Bytes written that bluetoothd is not known to have taken.
    public var unsentBytes: Int { connection?.unsentBytes ?? 0 }

    /// Whether all that was written has left, as far as can be known; requests the proof from the shield.
    public var hasLeft: Bool { connection?.hasLeft ?? true }

    /// Ends the link: sends the last word if it is pending, and blocks no longer than that takes.
    /// - Parameter disconnect: whether to disconnect a shield that this link has connected; otherwise it stays
    ///   connected for the next program.
    public func close(disconnect: Bool) {
        forgetNotifications()
        connection?.close()
        connection = nil
        isReported = false
        if disconnect, let device, ours?.path == device.path {
            session.send("Disconnect", BlueZNames.device, device.path)
        }
        device = nil
        session.close()
        task?.cancel()
        lock = nil
    }

    private func open(_ plan: GattPlan, _ found: Device) async throws(BlueZError) -> LinkFacts {
        let (carrier, route, mtu) = try await opening.carrier(plan, found)
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
        sentAtLoss = connection?.takeLastWord() ?? sentAtLoss
        forgetNotifications()
        session.changes.beat()
        let isNews = isReported && !isSeen
        isReported = false
        if isNews { events.gone() }
    }

    private func forgetNotifications() {
        session.notifications?.readEnds(isAnswered: false)
        session.notifications = nil
    }

    /// Closes the connection once bluetoothd has taken its last word.
    private func endConnection(_ reason: String) async {
        guard let connection else { return }
        connection.lose(reason)
        await connection.drain()
        if self.connection === connection { self.connection = nil }
    }

    // MARK: connecting and reconnecting

    private func run() async {
        var backoff = Backoff()
        let patienceEnds = Monotonic.now() + options.patience
        var refusal: BlueZError?
        while !session.isClosed {
            do throws(BlueZError) {
                let reason = try await drive(until: patienceEnds) { backoff.reset() }
                guard !session.isClosed else { return }
                events.state(.lost(reason: reason))
            } catch {
                guard !session.isClosed else { return }
                await endConnection(error.description)
                guard !session.isClosed else { return }
                if finder.known == nil { lock = nil }
                if case .connection = error { refusal = error }
                if isTheEnd(error, patienceEnds) {
                    // That connecting failed explains more than that the shield is not heard now.
                    if case .noShield = error { return fail(refusal ?? error) }
                    return fail(error)
                }
                events.state(.waiting(what: error.description))
                await recover(error, backoff.next())
                continue
            }
            await pause(backoff.next())
        }
    }

    /// Connects to the shield once and waits until the link is lost.
    /// - Returns: the reason of the loss.
    private func drive(until patienceEnds: Instant, _ isUp: () -> Void) async throws(BlueZError) -> String {
        try await session.refresh()
        let adapter = try await session.adapter(options.adapter)
        let (found, isConnected) = try await finder.find(adapter, until: options.wait ? nil : patienceEnds)
        let peripheral = found.peripheral
        // Checked every time: a bond can be removed, and without one another device can use the shield's address.
        guard found.isBonded || !options.bonded else { throw .notBonded(peripheral) }
        if isConnected, options.refusesTakeover, finder.known == nil { throw .positionUnknown(peripheral) }
        try claim(peripheral)
        let drops = session.tree.drops[found.path] ?? 0
        device = found
        events.state(.connecting(peripheral))
        try await connect(found, isConnected: isConnected, drops)
        let takenOver = ours == nil
        try await opening.awaitCharacteristics(found, drops)
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
            throw .connection(peripheral, reason: connection?.lossReason ?? "it has disconnected")
        }
        if finder.known == nil { finder.known = peripheral }
        isUp()
        events.state(.up(peripheral, facts, takenOver: takenOver))
        connection.begin(proof)
        var reason: String?
        _ = await session.wait(until: nil) {
            reason = loss(found, adapter, drops)
            return reason != nil
        }
        guard let reason else { return "it was closed" }
        let lostAt = Monotonic.now()
        await endConnection(reason)
        // The link ends before the bus reports the cause.
        _ = await session.wait(until: lostAt + Self.causeTime) { cause(adapter) != nil }
        return cause(adapter) ?? reason
    }

    /// Has BlueZ connect to the device, unless it is connected already.
    private func connect(_ found: Device, isConnected: Bool, _ drops: Int) async throws(BlueZError) {
        if isConnected {
            if ours.map({ $0 != (found.path, drops) }) ?? false { ours = nil }
            return
        }
        // Set first, so that `close` also ends a connection that is still being made.
        ours = (found.path, drops)
        do throws(BlueZError) { if try await opening.connect(found) { return } } catch {
            ours = nil
            throw error
        }
        ours = nil
        if options.refusesTakeover, finder.known == nil { throw .positionUnknown(found.peripheral) }
    }

    /// Subscribes to the notifications, and finds what proves that frames have left.
    private func prove(
        _ plan: GattPlan, _ found: Device, _ facts: inout LinkFacts
    ) async throws(BlueZError) -> FlowControl.Proof {
        if options.notify, let event = try await opening.subscribe(plan.notify, found, events.notified) {
            facts.events.append(event)
        }
        guard facts.route != .request else { return .reply }
        let (proof, event) = try await proofs.find(found)
        facts.confirms = proof != .none
        facts.events += [event].compactMap(\.self)
        return proof
    }

    private func claim(_ peripheral: Peripheral) throws(BlueZError) {
        guard lock == nil || device?.address != peripheral.address else { return }
        lock = nil
        do throws(ProcessLock.Refusal) {
            lock = try ProcessLock("waldo/\(peripheral.address)")
        } catch {
            switch error {
            case .taken(let pid): throw .driven(peripheral, pid: pid)
            case .failed(let failure): throw .notReserved(peripheral, reason: failure.description)
            }
        }
    }

    /// Why the link counts as lost; nil while it is up.
    private func loss(_ device: Device, _ adapter: Adapter, _ drops: Int) -> String? {
        if let reason = connection?.lossReason ?? cause(adapter) { return reason }
        if session.tree.device(device.path) == nil { return "the shield was removed from BlueZ" }
        return session.tree.drops[device.path] ?? 0 > drops ? "the shield has disconnected" : nil
    }

    /// What has failed on this machine; nil if nothing has.
    private func cause(_ adapter: Adapter) -> String? {
        if !session.hasBus { return "the message bus has gone" }
        if session.owner == nil { return "bluetoothd has gone" }
        if !session.tree.adapters.contains(where: { $0.path == adapter.path }) { return "\(adapter.name) has gone" }
        return session.isUsable(adapter) ? nil : "\(adapter.name) was switched off"
    }

    /// Whether another attempt is useless, or not wanted.
    private func isTheEnd(_ error: BlueZError, _ patienceEnds: Instant) -> Bool {
        guard finder.known == nil else { return false }
        return switch error.kind {
        case .lasting: true
        case .missing: !options.wait
        case .passing: !options.wait && Monotonic.now() >= patienceEnds
        }
    }

    private func fail(_ error: BlueZError) {
        close(disconnect: true)
        events.failed(error)
    }

    /// Waits until what is missing appears; for `pause` after other errors.
    private func recover(_ error: BlueZError, _ pause: TimeSpan) async {
        switch error {
        case .notRunning: _ = await session.wait(until: nil) { session.owner != nil || !session.hasBus }
        case .noAdapter, .adapterOff, .adapterBlocked:
            _ = await session.wait(until: nil) {
                session.owner == nil || (try? Adapter.choose(options.adapter, among: session.tree.adapters)) != nil
            }
        default: await self.pause(pause)
        }
    }

    private func pause(_ pause: TimeSpan) async {
        _ = await session.wait(until: Monotonic.now() + pause) { false }
    }
}
