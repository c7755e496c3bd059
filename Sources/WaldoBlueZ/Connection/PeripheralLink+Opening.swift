import WaldoBus
import WaldoCore
import WaldoLoop
import WaldoTime

/// Opens a connection to a shield that was found, and ends it.
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
        // A socket takes a longer frame in pieces; a call carries a frame whole, and so does one socket of several.
        let isCut = !carrier.isCalls && profile.others.isEmpty && maxBytes < profile.max
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
