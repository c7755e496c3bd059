internal import WaldoBus
internal import WaldoCore
internal import WaldoLoop
internal import WaldoTime

/// The steps from a shield that was found to one that can be written to. Remembers across connections what it learned
/// about the shield.
@LoopActor
final class PeripheralOpening {
    private static let connectTime: TimeSpan = .seconds(20)
    /// Service discovery takes long over a poor link when the shield is not in BlueZ's cache.
    private static let resolveTime: TimeSpan = .seconds(35)
    /// ServicesResolved may arrive before the objects do.
    private static let objectsAfterResolved: TimeSpan = .seconds(2)

    private let session: BlueZSession
    private let profile: LinkProfile
    private var hasRemovedStale = false
    /// The shield's services are complete, and lack the notifications that the arm's file names.
    private var lacksNotifications = false

    init(_ session: BlueZSession, _ profile: LinkProfile) {
        self.session = session
        self.profile = profile
    }

    // MARK: connecting

    /// Has BlueZ connect to the device.
    /// - Returns: whether this call made the connection; false if the device was connected already.
    func connect(_ found: Device) async throws(BlueZError) -> Bool {
        do throws(BusError) {
            try await session.call("Connect", BlueZNames.device, found.path, timeout: Self.connectTime)
            return true
        } catch .remote(name: "org.bluez.Error.AlreadyConnected", message: _) {
            return false
        } catch {
            session.send("Disconnect", BlueZNames.device, found.path)
            throw .from(error, settingUp: found.peripheral)
        }
    }

    /// Waits for the characteristics of a connected shield.
    func awaitCharacteristics(_ found: Device, _ drops: Int) async throws(BlueZError) {
        func isResolved() -> Bool { session.tree.device(found.path)?.servicesResolved == true }
        func hasCome() -> Bool {
            if session.hasDropped(found, drops) { return true }
            guard let plan = plan(found) else { return false }
            return plan.isComplete(for: profile) || lacksNotifications && isResolved()
        }
        _ = await session.wait(until: Monotonic.now() + Self.resolveTime) { hasCome() || isResolved() }
        if isResolved() { _ = await session.wait(until: Monotonic.now() + Self.objectsAfterResolved, for: hasCome) }
        // Objects of a connection that has ended may still be listed.
        if !session.hasDropped(found, drops), let plan = plan(found) {
            // Notifications that did not come once are not waited for at later connections.
            lacksNotifications = !plan.isComplete(for: profile)
            return
        }
        guard !session.hasDropped(found, drops), isResolved() else {
            session.send("Disconnect", BlueZNames.device, found.path)
            throw .connection(found.peripheral, reason: "its services did not come")
        }
        try await removeStale(found)
    }

    /// Has BlueZ forget the shield, because its cache can be older than the shield's firmware: once, and never if it is
    /// paired.
    /// - Throws: always: `.connection` after the removal, else what the shield lacks.
    private func removeStale(_ found: Device) async throws(BlueZError) {
        let isPaired = session.tree.device(found.path)?.isPaired ?? false
        guard !hasRemovedStale, !isPaired else { throw lacking(found) }
        hasRemovedStale = true
        _ = try? await session.call("RemoveDevice", BlueZNames.adapter, found.adapter) {
            $0.append(.objectPath(found.path))
        }
        throw .connection(found.peripheral, reason: "what BlueZ remembered of it was stale")
    }

    /// The error that names what the arm needs and the shield lacks.
    private func lacking(_ found: Device) -> BlueZError {
        let services = session.tree.services(of: found.path)
        guard services.contains(where: { BluetoothUUID($0) == profile.service }) else {
            return .noService(found.peripheral, wanted: profile.service, services: services)
        }
        let has = characteristics(found).map { one in
            "\(one.uuid?.description ?? one.path) (\(one.flags.sorted().joined(separator: ", ")))"
        }
        return .noCharacteristic(found.peripheral, wanted: profile.write, characteristics: has)
    }

    private func characteristics(_ found: Device) -> [Characteristic] {
        session.tree.characteristics(of: found.path, service: profile.service.description)
    }

    /// The characteristics to use; nil until the required one is there.
    func plan(_ found: Device) -> GattPlan? { GattPlan(profile, among: characteristics(found)) }

    // MARK: the carrier

    /// Acquires what carries frames: the write socket, or a second connection to the bus for calls.
    /// - Returns: the carrier, its route and the ATT MTU in bytes.
    /// - Throws: `.held` when another program has the characteristic; any error of the calls involved.
    func carrier(
        _ plan: GattPlan, _ found: Device
    ) async throws(BlueZError) -> (PeripheralConnection.Carrier, route: LinkFacts.Route, mtu: Int) {
        var route = plan.route
        if route == .acquired {
            if let (socket, mtu) = try await acquire(plan.write, found) { return (.socket(socket), route, mtu) }
            route = plan.routeWithoutSocket
        }
        if plan.write.writeAcquired { throw .held(found.peripheral) }
        do throws(BusError) {
            let spare = try await session.spareConnection()
            return (.calls(path: plan.write.path, type: route.rawValue, spare: spare), route, plan.write.mtu ?? 23)
        } catch {
            throw .from(error, doing: "a second connection to the bus")
        }
    }

    /// Acquires the write socket and its MTU in bytes; nil when there is no socket, so that only WriteValue remains.
    private func acquire(_ characteristic: Characteristic, _ found: Device) async throws(BlueZError) -> (
        WriteSocket, Int
    )? {
        do throws(BusError) {
            let reply = try await session.call("AcquireWrite", BlueZNames.characteristic, characteristic.path) {
                $0.append(.dictionary([:]))
            }
            guard let taken = reply.read({ Acquired(&$0) }) else {
                throw .malformed(call: "AcquireWrite", signature: reply.signature)
            }
            let mtu = taken.mtu
            return (try? WriteSocket(taken.give())).map { ($0, mtu) }
        } catch .remote(name: "org.bluez.Error.NotSupported", message: _) {
            return nil
        } catch .remote(name: "org.bluez.Error.NotPermitted", message: _) {
            throw .held(found.peripheral)
        } catch {
            throw .from(error, settingUp: found.peripheral)
        }
    }

    /// Subscribes to the notifications.
    /// - Returns: nil, or the event to record when they cannot be had: driving does not need them.
    func subscribe(
        _ characteristic: Characteristic?, _ found: Device, _ notified: @escaping @LoopActor (Notification) -> Void
    ) async throws(BlueZError) -> String? {
        guard let characteristic, let uuid = characteristic.uuid else {
            let wanted = profile.notify.map { " \($0)" } ?? ""
            return "no notifications: the shield has no characteristic\(wanted) that gives them; correct the arm's file"
        }
        session.notifications = Notifications(characteristic.path, of: uuid, notified)
        do throws(BusError) {
            try await session.call("StartNotify", BlueZNames.characteristic, characteristic.path)
            return nil
        } catch .remote(name: "org.bluez.Error.NotSupported", message: _) {
            return "no notifications (NotSupported): the shield cannot give them; correct the arm's file"
        } catch .remote(name: "org.bluez.Error.NotPermitted", message: _) {
            return "no notifications (NotPermitted): another program has them to itself; end that program"
        } catch {
            throw .from(error, settingUp: found.peripheral)
        }
    }
}

/// The reply to AcquireWrite: a socket and the ATT MTU in bytes.
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
