internal import WaldoBus
internal import WaldoCore
internal import WaldoLoop

extension ShieldLink {
    private static let connectTime: Microseconds = .seconds(20)
    /// Discovering the services of a shield that is not in BlueZ's cache takes long over a poor link.
    private static let resolveTime: Microseconds = .seconds(35)
    /// ServicesResolved may come before the objects do.
    private static let objectsAfterResolved: Microseconds = .seconds(2)

    /// Connects, and waits for the characteristics.
    func connect(_ found: Device, takenOver: Bool, _ drops: Int) async throws(BlueZError) {
        device = found
        lossReason = nil
        events.state(.connecting(found.shield))
        if !takenOver {
            do throws(BusError) {
                try await session.call("Connect", BlueZNames.device, found.path, timeout: Self.connectTime)
                hasConnected = true
            } catch .remote(name: "org.bluez.Error.AlreadyConnected", message: _) {
            } catch {
                session.send("Disconnect", BlueZNames.device, found.path)
                throw .from(error, settingUp: found.shield)
            }
        }
        try await waitForCharacteristics(found, drops)
    }

    private func waitForCharacteristics(_ found: Device, _ drops: Int) async throws(BlueZError) {
        func isResolved() -> Bool { session.tree.device(found.path)?.servicesResolved == true }
        func hasCome() -> Bool {
            if hasDropped(found, drops) { return true }
            guard let plan = plan(found) else { return false }
            return plan.isComplete(for: profile) || lacksNotifications && isResolved()
        }
        _ = await session.wait(until: Monotonic.now() + Self.resolveTime) { hasCome() || isResolved() }
        if isResolved() { _ = await session.wait(until: Monotonic.now() + Self.objectsAfterResolved, for: hasCome) }
        // What is left of a connection that has ended may still be there.
        if !hasDropped(found, drops), let plan = plan(found) {
            // Waited for in vain once, they are not waited for at every connection.
            lacksNotifications = !plan.isComplete(for: profile)
            return
        }
        guard !hasDropped(found, drops), isResolved() else {
            session.send("Disconnect", BlueZNames.device, found.path)
            throw .connection(found.shield, reason: "its services did not come")
        }
        try await removeStale(found)
    }

    /// What BlueZ remembers of a shield can be older than the shield's program: forgotten once, never if paired.
    private func removeStale(_ found: Device) async throws(BlueZError) {
        let isPaired = session.tree.device(found.path)?.isPaired ?? false
        guard !hasRemovedStale, !isPaired else { throw lacking(found) }
        hasRemovedStale = true
        _ = try? await session.call("RemoveDevice", BlueZNames.adapter, found.adapter) {
            $0.append(.objectPath(found.path))
        }
        throw .connection(found.shield, reason: "what BlueZ remembered of it was stale")
    }

    /// What a shield lacks for the arm.
    private func lacking(_ found: Device) -> BlueZError {
        let services = session.tree.services(of: found.path)
        guard services.contains(where: { BluetoothUUID($0) == profile.service }) else {
            return .noService(found.shield, wanted: profile.service, services: services)
        }
        let has = characteristics(found).map { one in
            "\(one.uuid?.description ?? one.path) (\(one.flags.sorted().joined(separator: ", ")))"
        }
        return .noCharacteristic(found.shield, wanted: profile.write, characteristics: has)
    }

    private func characteristics(_ found: Device) -> [Characteristic] {
        session.tree.characteristics(of: found.path, service: profile.service.description)
    }

    private func plan(_ found: Device) -> GattPlan? { GattPlan(profile, among: characteristics(found)) }

    func hasDropped(_ found: Device, _ drops: Int) -> Bool {
        session.owner == nil || session.tree.device(found.path) == nil
            || session.tree.drops[found.path] ?? 0 > drops
    }

    // MARK: the way to write

    /// Takes the notifications and the way to write.
    func open(_ found: Device) async throws(BlueZError) -> LinkFacts {
        guard let plan = plan(found) else { throw .connection(found.shield, reason: "its services have gone") }
        var remarks: [String] = []
        if options.notify, let remark = try await subscribe(plan.notify, found) { remarks.append(remark) }
        var mtu = plan.write.mtu ?? 23
        var route = plan.route
        if route == .acquired {
            let acquired = try await acquire(plan.write, found)
            if acquired == nil { route = plan.routeWithoutSocket }
            mtu = acquired ?? mtu
        }
        if route != .acquired, plan.write.writeAcquired { throw .held(found.shield) }
        if route != .acquired { carrier = .calls(path: plan.write.path, type: route.rawValue) }
        let maxBytes = min(mtu - 3, profile.max)
        guard longestFrame <= maxBytes else {
            dropCarrier()
            throw .frameTooLong(bytes: longestFrame, maxBytes: maxBytes)
        }
        if route == .request {
            proof = .reply
        } else if let remark = try await findProof(found) {
            remarks.append(remark)
        }
        return LinkFacts(route: route, mtu: mtu, maxBytes: maxBytes, confirms: proof != .none, remarks: remarks)
    }

    /// Asks for the notifications. Gives a remark when they are not to be had: driving does not need them.
    private func subscribe(_ characteristic: Characteristic?, _ found: Device) async throws(BlueZError) -> String? {
        guard let characteristic else {
            let wanted = profile.notify.map { " \($0)" } ?? ""
            return "no notifications: the shield has no characteristic\(wanted) that gives them; correct the arm's file"
        }
        session.notifications = Notifications(characteristic.path, events.notified)
        do throws(BusError) {
            try await session.call("StartNotify", BlueZNames.characteristic, characteristic.path)
            return nil
        } catch .remote(name: "org.bluez.Error.NotSupported", message: _) {
            return "no notifications (NotSupported): the shield cannot give them; correct the arm's file"
        } catch .remote(name: "org.bluez.Error.NotPermitted", message: _) {
            return "no notifications (NotPermitted): another program has them to itself; end that program"
        } catch {
            throw .from(error, settingUp: found.shield)
        }
    }

    /// Takes the write socket and gives its MTU; nil when there is none to be had and WriteValue remains.
    private func acquire(_ characteristic: Characteristic, _ found: Device) async throws(BlueZError) -> Int? {
        do throws(BusError) {
            let reply = try await session.call("AcquireWrite", BlueZNames.characteristic, characteristic.path) {
                $0.append(.dictionary([:]))
            }
            guard let taken = reply.read({ Acquired(&$0) }) else {
                throw .malformed(call: "AcquireWrite", signature: reply.signature)
            }
            let mtu = taken.mtu
            let socket = try? WriteSocket(
                taken.give(), taken: { [weak self] in self?.socketMoved() },
                lost: { [weak self] in self?.lose("the link was lost") })
            guard let socket else { return nil }
            carrier = .socket(socket)
            return mtu
        } catch .remote(name: "org.bluez.Error.NotSupported", message: _) {
            return nil
        } catch .remote(name: "org.bluez.Error.NotPermitted", message: _) {
            throw .held(found.shield)
        } catch {
            throw .from(error, settingUp: found.shield)
        }
    }
}

/// What AcquireWrite gives: a socket and the ATT MTU in bytes.
private struct Acquired: ~Copyable {
    let descriptor: OwnedDescriptor
    let mtu: Int

    init?(_ reply: inout MessageReader) {
        guard let descriptor = reply.descriptor(), let mtu = reply.uint16() else { return nil }
        self.descriptor = descriptor
        self.mtu = Int(mtu)
    }

    consuming func give() -> OwnedDescriptor { descriptor }
}
