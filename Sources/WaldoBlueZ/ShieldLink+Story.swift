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
        let found = try await finder.find(adapter, until: options.wait ? nil : patienceEnds)
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
        if finder.known == nil { finder.known = shield }
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
        guard finder.known == nil else { return false }
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
        if case .some = finder.known { return }
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
