internal import WaldoBus
public import WaldoCore
public import WaldoLoop

/// The link to one shield: finds it, opens a connection, and after a loss does so again for as long as it takes.
///
/// What carries frames is the connection, which lives from its opening to its loss. No queue is held: what is pending
/// lives in the encoder.
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
    /// What a lost connection has said of its last word, until the drive has taken note of it.
    private var sentAtLoss: ZeroCounts?
    /// The device that is connected, or being connected.
    private var device: Device?
    /// Whether it was told that the link has opened, and so its end must be told too.
    private var isReported = false
    /// The connection that this link had BlueZ make, and so has to let go: whose, and how often that one had dropped
    /// before.
    private var ours: (path: String, drops: Int)?
    private var lock: ProcessLock?
    private var task: Task<Void, Never>?

    /// How long the bus may be behind in telling why something failed.
    static let causeTime: Microseconds = .milliseconds(250)

    /// A link to the shield that `profile` describes, idle until `start`.
    /// - Parameters:
    ///   - pacing: how the arm wants its zeros said.
    ///   - longestFrame: bytes of the arm's longest frame; a link that cannot carry it is refused.
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

    /// Begins to look for the shield.
    public func start() {
        guard task == nil else { return }
        task = Loop.task { await self.run() }
    }

    /// The operator has chosen a shield by its address; before the first connection only.
    public func choose(_ address: String) { finder.choose(address) }

    // MARK: the connection

    /// Hands over a frame of at most `LinkFacts.maxBytes`. Motion only while it flows; a zero at any time, but not
    /// while a call is in flight.
    /// - Parameter owed: how often each frame of the last word is owed after a motion.
    public func write(_ frame: Frame, isZero: Bool, pending: ZeroCounts = ZeroCounts()) -> WriteOutcome {
        connection?.write(frame, isZero: isZero, pending: pending) ?? .gone
    }

    /// Sets what stops the arm when nobody else can speak.
    public func set(_ lastWord: LastWord) { connection?.set(lastWord) }

    /// How often each frame of the last word is owed still.
    public func setPending(_ zeros: ZeroCounts) { connection?.setPending(zeros) }

    /// How often each frame of the last word was said, if somebody has said it since this was asked last.
    public func takeLastWord() -> ZeroCounts? {
        if let said = connection?.takeLastWord() { return said }
        defer { sentAtLoss = nil }
        return sentAtLoss
    }

    /// Bytes that were written and are not known to have been taken by BlueZ.
    public var unsentBytes: Int { connection?.unsentBytes ?? 0 }

    /// Whether all that was written has left, as far as that can be known; asks the shield for the proof.
    public var hasLeft: Bool { connection?.hasLeft ?? true }

    /// Ends the link: says the last word if it is owed, and waits no longer than for that.
    /// - Parameter disconnect: whether a shield that this link has connected is let go; else it stays connected, for
    ///   the next program.
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

    /// Closes the connection once its last word has been taken.
    private func endConnection(_ reason: String) async {
        guard let connection else { return }
        connection.lose(reason)
        await connection.drain()
        if self.connection === connection { self.connection = nil }
    }

    // MARK: the history of connections

    private func run() async {
        var backoff = Backoff()
        let patienceEnds = Monotonic.now() + .seconds(options.patience)
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
                    // That it was there and would not be connected to tells more than that it is not heard now.
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

    /// Once to the shield and until it is lost; gives the reason.
    private func drive(until patienceEnds: Int64, _ isUp: () -> Void) async throws(BlueZError) -> String {
        try await session.refresh()
        let adapter = try await session.adapter(options.adapter)
        let (found, isConnected) = try await finder.find(adapter, until: options.wait ? nil : patienceEnds)
        let peripheral = found.peripheral
        // Looked at every time: a bond can be removed, and whoever has the shield's address is not yet the shield.
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
        // Before any proof is looked for: a shield that was told something before is stopped at once.
        isReported = true
        events.opened(takenOver)
        let proof = try await prove(plan, found, &facts)
        try await session.watch(only: found)
        // It may have gone while one of these was waited for.
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
        // The link itself ends before the bus tells of what has ended it.
        _ = await session.wait(until: lostAt + Self.causeTime) { cause(adapter) != nil }
        return cause(adapter) ?? reason
    }

    /// Has BlueZ connect, unless somebody has had it do so.
    private func connect(_ found: Device, isConnected: Bool, _ drops: Int) async throws(BlueZError) {
        if isConnected {
            if ours.map({ $0 != (found.path, drops) }) ?? false { ours = nil }
            return
        }
        // One that is given up meanwhile is let go too.
        ours = (found.path, drops)
        do throws(BlueZError) { if try await opening.connect(found) { return } } catch {
            ours = nil
            throw error
        }
        ours = nil
        if options.refusesTakeover, finder.known == nil { throw .positionUnknown(found.peripheral) }
    }

    /// Asks for the notifications, and finds what proves that frames have left.
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
        do {
            lock = try ProcessLock("waldo/\(peripheral.address)")
        } catch {
            throw .driven(peripheral, pid: error.pid)
        }
    }

    /// Why the link must be taken for lost, nil while it stands.
    private func loss(_ device: Device, _ adapter: Adapter, _ drops: Int) -> String? {
        if let reason = connection?.lossReason ?? cause(adapter) { return reason }
        if session.tree.device(device.path) == nil { return "the shield was removed from BlueZ" }
        return session.tree.drops[device.path] ?? 0 > drops ? "the shield has disconnected" : nil
    }

    /// What is wrong on this side of the air.
    private func cause(_ adapter: Adapter) -> String? {
        if !session.hasBus { return "the message bus has gone" }
        if session.owner == nil { return "bluetoothd has gone" }
        if !session.tree.adapters.contains(where: { $0.path == adapter.path }) { return "\(adapter.name) has gone" }
        return session.isUsable(adapter) ? nil : "\(adapter.name) was switched off"
    }

    /// Whether trying again is of no use, or not wanted.
    private func isTheEnd(_ error: BlueZError, _ patienceEnds: Int64) -> Bool {
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

    /// Waits until a missing thing has come, or for a while.
    private func recover(_ error: BlueZError, _ pause: Microseconds) async {
        switch error {
        case .notRunning: _ = await session.wait(until: nil) { session.owner != nil || !session.hasBus }
        case .noAdapter, .adapterOff, .adapterBlocked:
            _ = await session.wait(until: nil) {
                session.owner == nil || (try? Adapter.choose(options.adapter, among: session.tree.adapters)) != nil
            }
        default: await self.pause(pause)
        }
    }

    private func pause(_ pause: Microseconds) async {
        _ = await session.wait(until: Monotonic.now() + pause) { false }
    }
}
