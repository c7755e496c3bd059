import WaldoBus
import WaldoCore
import WaldoLoop
import WaldoTime

/// Connects to one peripheral, and reconnects after each loss until it is closed: for an arm's shield and for a sensor
/// alike. Its delegate owns the traffic.
@LoopActor
final class ReconnectingLink {
    /// What the operator requested.
    struct Request {
        /// What is looked for.
        var peripheral: PeripheralFinder.Request
        /// The adapter's name or address; nil takes the first that is powered.
        var adapter: String?
        /// Whether to wait for what is missing at the start, and how long to look for the peripheral otherwise.
        var wait: Bool, patience: TimeSpan
        /// Whether the link only listens, and never ends what another program has connected after a loss.
        var sparesOthers = false
        /// What a sentence calls the peripheral: "shield".
        var noun: String
    }

    let session: BlueZSession
    let finder: PeripheralFinder
    let hold: DeviceHold
    let cache: DeviceCache
    let renewer: LinkRenewer
    /// The device that is connected, or is being connected.
    private(set) var device: Device?
    weak var delegate: (any ReconnectingLinkDelegate)? { didSet { finder.delegate = delegate } }
    private let request: Request
    /// When the link came up; nil: it is not up.
    private var upSince: Instant?
    private var task: Task<Void, Never>?

    init(_ request: Request, bus: String?) {
        self.request = request
        session = BlueZSession(bus: bus)
        finder = PeripheralFinder(session, request.peripheral)
        hold = DeviceHold(session, sparesOthers: request.sparesOthers)
        cache = DeviceCache(session)
        renewer = LinkRenewer(session, hold, cache)
    }

    /// Starts looking for the peripheral.
    func start() {
        guard task == nil else { return }
        task = Loop.task { await self.run() }
    }

    /// Ends the link; never blocks.
    /// - Parameter disconnect: whether to disconnect a device that BlueZ has connected for this link.
    func close(disconnect: Bool) {
        session.endNotifications()
        if disconnect, let device { hold.release(device) }
        device = nil
        session.close()
        task?.cancel()
    }

    // MARK: connecting and reconnecting

    private func run() async {
        var attempts = LinkAttempts(waits: request.wait, patience: request.patience, from: Monotonic.now())
        while !session.isClosed {
            do throws(BlueZError) {
                let reason = try await connectAndAwaitLoss(until: attempts.patienceEnds)
                guard !session.isClosed else { return }
                delegate?.handle(.lost(reason))
            } catch let failure {
                guard !session.isClosed, let delegate else { return }
                let error = session.said(delegate.rephrase(failure), of: device)
                await delegate.closeAfterFailure(error)
                guard !session.isClosed else { return }
                if let end = attempts.end(by: error, isKnown: finder.known != nil, at: Monotonic.now()) {
                    return delegate.handle(.failed(end))
                }
                delegate.handle(.waiting(error.description))
                await renew()
                await session.recover(error, adapter: request.adapter, attempts.nextPause())
                continue
            }
            if let upSince { attempts.lasted(Monotonic.now() - upSince) }
            upSince = nil
            await renew()
            await session.pause(attempts.nextPause())
        }
    }

    private func renew() async {
        if session.owner == nil { hold.forget() }
        guard let delegate, let device, delegate.mayRenew(device) else { return }
        await renewer.renew(device) { delegate.handle(.waiting($0)) }
    }

    /// Makes the link once, and waits until it is lost.
    /// - Returns: the reason of the loss.
    private func connectAndAwaitLoss(until patienceEnds: Instant) async throws(BlueZError) -> String {
        try await session.refresh()
        let adapter = try await session.adapter(request.adapter)
        let (found, isConnected) = try await finder.find(adapter, until: request.wait ? nil : patienceEnds)
        guard let delegate else {
            close(disconnect: true)
            return "it was closed"
        }
        // A connection that this link has had is not the one that it makes now, nor one that another makes.
        if !isConnected { hold.forget() }
        try delegate.admit(found, isConnected: isConnected)
        let drops = session.tree.drops[found.path] ?? 0
        device = found
        delegate.handle(.connecting(found.peripheral))
        try await hold.connect(found, isConnected: isConnected, drops)
        try await delegate.open(found, adapter, drops)
        upSince = Monotonic.now()
        if finder.known == nil { finder.known = found.peripheral }
        var reason: String?
        _ = await session.wait(until: nil) {
            reason = delegate.lossReason(for: found) ?? loss(found, adapter, drops)
            return reason != nil
        }
        guard let reason else { return "it was closed" }
        let lostAt = Monotonic.now()
        await delegate.closeAfterLoss(of: found, reason)
        return await session.causeOfLoss(found, drops, adapter, at: lostAt) ?? reason
    }

    /// Why the link counts as lost; nil while it is up.
    private func loss(_ device: Device, _ adapter: Adapter, _ drops: Int) -> String? {
        if let cause = session.cause(adapter) { return cause }
        if session.tree.device(device.path) == nil { return "the \(request.noun) was removed from BlueZ" }
        return session.hasDropped(device, drops) ? "the \(request.noun) has disconnected" : nil
    }
}
