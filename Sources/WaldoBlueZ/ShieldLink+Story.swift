internal import WaldoBus
internal import WaldoCore
internal import WaldoLoop

extension ShieldLink {
    /// The whole life of a link, as one story.
    func run() async {
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
                release()
                if case .connection = error { refusal = error }
                if isTheEnd(error, patienceEnds) {
                    // That it was there and would not be connected to tells more than that it is not heard now.
                    if case .noShield = error { return fail(refusal ?? error) }
                    return fail(error)
                }
                events.state(.waiting(what: error.description))
                await mend(error, backoff.next())
                continue
            }
            await pause(backoff.next())
        }
    }

    /// Once to the shield and until it is lost; gives the reason.
    private func drive(until patienceEnds: Int64, _ isUp: () -> Void) async throws(BlueZError) -> String {
        try await session.refresh()
        let adapter = try await session.adapter(options.adapter)
        let found = try await find(adapter, until: patienceEnds)
        if case .service = wanted { offering.insert(found.device.address) }
        let shield = found.device.shield
        // Looked at every time: a bond can be removed, and whoever has the shield's address is not yet the shield.
        guard found.device.isBonded || !options.bonded else { throw .notBonded(shield) }
        try claim(shield)
        let drops = session.tree.drops[found.device.path] ?? 0
        try await connect(found.device, takenOver: found.isConnected, drops)
        let facts = try await open(found.device)
        try await session.watch(only: found.device)
        // It may have gone while one of these was waited for.
        guard lossReason == nil, !hasDropped(found.device, drops) else {
            throw .connection(shield, reason: lossReason ?? "it has disconnected")
        }
        if known == nil { known = shield }
        isUp()
        isTold = true
        events.state(.up(shield, facts, takenOver: !hasConnected))
        var reason: String?
        _ = await session.wait(until: nil) {
            reason = loss(found.device, adapter, drops)
            return reason != nil
        }
        guard let reason else { return "it was closed" }
        lose(reason)
        // The link itself ends before the bus tells of what has ended it.
        _ = await session.wait(until: Monotonic.now() + Self.causeTime) { cause(adapter) != nil }
        return cause(adapter) ?? reason
    }

    /// How long the bus may be behind in telling why something failed.
    static let causeTime: Microseconds = .milliseconds(250)

    // MARK: finding

    private var wanted: ShieldChooser.Wanted {
        if let known { return .address(known.address) }
        if let name = options.shield { return .called(name) }
        return .service(profile.service)
    }

    private func find(
        _ adapter: Adapter, until patienceEnds: Int64
    ) async throws(BlueZError) -> (device: Device, isConnected: Bool) {
        var chooser = ShieldChooser(wanted, offering: offering)
        let present = session.tree.devices.filter { $0.adapter == adapter.path && chooser.means($0) }
        let connected = present.filter(\.isConnected)
        if connected.count > 1 { throw .severalShields(connected.map(\.shield)) }
        if let device = connected.first { return (device, true) }
        events.state(.scanning)
        try await session.startDiscovery(adapter, for: wanted == .service(profile.service) ? profile.service : nil)
        let decision = await look(adapter, &chooser, until: known == nil && !options.wait ? patienceEnds : nil)
        // One that is connected does not advertise, and may be called otherwise than it advertised.
        let heard = (session.heard(by: adapter) + session.connected(to: adapter)).map(\.shield)
        guard session.owner != nil else { throw .notRunning }
        guard session.isUsable(adapter) else { throw .adapterOff(adapter.name) }
        await session.stopDiscovery(adapter)
        switch decision {
        // Some advertise while they are connected, and others may have connected meanwhile.
        case .chosen(let device):
            return (session.stamped(device), session.tree.device(device.path)?.isConnected ?? false)
        case .several(let devices): throw .severalShields(devices.map(\.shield))
        case .keepLooking: throw .noShield(wanted: wantedText, heard: heard)
        }
    }

    private func look(
        _ adapter: Adapter, _ chooser: inout ShieldChooser, until end: Int64?
    ) async -> ShieldChooser.Decision {
        var told: [Shield]?
        while !session.isClosed, session.isUsable(adapter) {
            let now = Monotonic.now()
            let heard = session.heard(by: adapter), meant = heard.filter(chooser.means)
            if told != meant.map(\.shield) {
                told = meant.map(\.shield)
                events.heard(adapter.name, meant.map(\.shield))
            }
            if let device = meant.first(where: { $0.address == chosen }) { return .chosen(device) }
            let decision = chooser.look(at: heard, now: now)
            if case .several(let devices) = decision, options.asks {
                let names = devices.map { "\($0.shield)" }.joined(separator: ", ")
                events.state(.waiting(what: "more than one shield is in reach (\(names)): choose one"))
                await session.pulse.wait(until: nil)
                continue
            }
            guard case .keepLooking(let again) = decision else { return decision }
            if let end, now >= end, again == nil { return decision }
            await session.pulse.wait(until: again ?? end)
        }
        return .keepLooking(until: nil)
    }

    private var wantedText: String {
        switch wanted {
        case .service(let service): "that offers \(service)"
        case .called(let name): shownName(name)
        case .address(let address): shownName(address)
        }
    }

    private func claim(_ shield: Shield) throws(BlueZError) {
        guard lock == nil || device?.address != shield.address else { return }
        lock = nil
        do {
            lock = try ProcessLock("waldo/\(shield.address)")
        } catch {
            throw .driven(shield, pid: error.pid)
        }
    }

    // MARK: losing

    /// Why the link must be taken for lost, nil while it stands.
    private func loss(_ device: Device, _ adapter: Adapter, _ drops: Int) -> String? {
        if let reason = lossReason ?? cause(adapter) { return reason }
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
        guard known == nil else { return false }
        return switch error.kind {
        case .lasting: true
        case .missing: !options.wait
        case .passing: !options.wait && Monotonic.now() >= patienceEnds
        }
    }

    private func fail(_ error: BlueZError) {
        close(disconnect: hasConnected)
        events.failed(error)
    }

    /// Lets go what a failed try has taken.
    private func release() {
        dropCarrier()
        if case .some = known { return }
        lock = nil
    }

    /// Waits until a missing thing has come, or for a while.
    private func mend(_ error: BlueZError, _ pause: Microseconds) async {
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
