import WaldoBus
import WaldoCore
import WaldoLoop
import WaldoTime

/// The steps from a shield that was found to one that can be written to. Remembers across connections what it learned
/// about the shield.
@LoopActor
final class PeripheralOpening {
    private static let resolveTime: TimeSpan = .seconds(1)
    /// A single time may be chance.
    private static let maxUnanswered = 2

    private let session: BlueZSession
    private let profile: BluetoothProfile
    private let discovery: ServiceDiscovery
    /// How often in a row the shield has not answered the request for notifications.
    private var unanswered = 0

    init(_ session: BlueZSession, _ profile: BluetoothProfile, _ cache: DeviceCache) {
        self.session = session
        self.profile = profile
        discovery = ServiceDiscovery(session, cache)
    }

    // MARK: characteristics

    /// Waits for the characteristics of a connected shield, and for those that a sensor notifies on.
    /// - Parameter isOurs: whether BlueZ has made the connection for this link.
    func awaitCharacteristics(
        _ found: Device, _ drops: Int, isOurs: Bool, _ sensor: SensorSubscription
    ) async throws(BlueZError) {
        try await discovery.wait(found, drops, isOurs: isOurs) {
            guard let plan = plan(found) else { return .nothing }
            return plan.isComplete(for: profile) && sensor.extent(on: found) == .all ? .all : .enough
        } lacking: {
            lacking(found)
        }
        // Objects come in any order: which one is the first of its UUID shows when all are there. BlueZ answers nothing
        // before that either.
        _ = await session.wait(until: Monotonic.now() + Self.resolveTime) {
            session.tree.device(found.path)?.servicesResolved == true || session.hasDropped(found, drops)
        }
        if let credits = CreditFlow.characteristic(among: characteristics(found)) {
            throw .credits(found.peripheral, characteristic: credits)
        }
    }

    /// The error that names what the arm needs and the shield lacks.
    private func lacking(_ found: Device) -> BlueZError {
        let services = session.tree.services(of: found.path)
        guard services.contains(where: { BluetoothUUID($0) == profile.service }) else {
            return .noService(found.peripheral, wanted: profile.service, services: services)
        }
        let has = characteristics(found)
        let missing = profile.others.first { uuid in !has.contains { $0.uuid == uuid && $0.isWritable } }
        let canWrite = profile.writes.allSatisfy { uuid in has.contains { $0.uuid == uuid && $0.isWritable } }
        if !profile.others.isEmpty, canWrite { return .mixedWrites(found.peripheral) }
        let isAlone = profile.others.isEmpty || !has.contains { $0.uuid == profile.write && $0.isWritable }
        let wanted = isAlone ? profile.write : missing ?? profile.write
        return .noCharacteristic(found.peripheral, wanted: wanted, characteristics: has.map(\.summary))
    }

    private func characteristics(_ found: Device) -> [Characteristic] {
        session.tree.characteristics(of: found.path, service: profile.service.description)
    }

    /// The characteristics to use; nil until the required one is there.
    func plan(_ found: Device) -> GattPlan? {
        let tree = session.tree
        if let service = profile.notifyService {
            let notifying = tree.characteristics(of: found.path, service: service.description)
            return GattPlan(profile, among: characteristics(found), elsewhere: notifying)
        }
        return GattPlan(profile, among: characteristics(found), elsewhere: tree.characteristics(of: found.path))
    }

    // MARK: the carrier

    /// Acquires what carries frames: the write sockets, or a second connection to the bus for calls.
    /// - Returns: the carrier, its route and the ATT MTU in bytes.
    /// - Throws: `.inUse` when another program has the characteristic; any error of the calls involved.
    func carrier(
        _ plan: GattPlan, _ found: Device
    ) async throws(BlueZError) -> (PeripheralConnection.Carrier, route: LinkFacts.Route, mtu: Int) {
        var route = plan.route
        if route == .acquired {
            if let (sockets, mtu) = try await acquire(plan.writes, found) {
                return (.sockets(sockets[0], others: Array(sockets.dropFirst())), route, mtu)
            }
            route = plan.routeWithoutSocket
        }
        if plan.writes.contains(where: \.writeAcquired) { throw .inUse(found.peripheral) }
        do throws(BusError) {
            let spare = try await session.spareConnection()
            let paths = plan.writes.map(\.path), mtu = plan.writes.compactMap(\.mtu).min() ?? 23
            return (.calls(paths: paths, type: route.rawValue, spare: spare), route, mtu)
        } catch {
            throw .from(error, doing: "a second connection to the bus")
        }
    }

    /// Acquires the write socket of each characteristic, and the smallest MTU in bytes; nil when there are no sockets.
    /// All or none: what was acquired before one that fails is closed.
    private func acquire(
        _ characteristics: [Characteristic], _ found: Device
    ) async throws(BlueZError) -> ([WriteSocket], Int)? {
        var sockets: [WriteSocket] = [], mtu = Int.max
        var isComplete = false
        defer { if !isComplete { for socket in sockets { socket.close() } } }
        for characteristic in characteristics {
            guard let (socket, own) = try await acquire(characteristic, found) else {
                if sockets.isEmpty { return nil }
                throw .mixedWrites(found.peripheral)
            }
            sockets.append(socket)
            mtu = min(mtu, own)
        }
        // One may have closed while another was being acquired: nobody watched it yet.
        guard sockets.allSatisfy(\.isConnected) else {
            throw .connection(found.peripheral, reason: "a write socket has closed while the link was opened")
        }
        isComplete = true
        return (sockets, mtu)
    }

    /// Acquires the write socket and its MTU in bytes; nil when there is no socket, so that only WriteValue remains.
    private func acquire(_ characteristic: Characteristic, _ found: Device) async throws(BlueZError) -> (
        WriteSocket, Int
    )? {
        do throws(BusError) {
            let reply = try await session.call("AcquireWrite", BlueZNames.characteristic, characteristic.path) {
                $0.append(.dictionary([:]))
            }
            guard let acquired = reply.read({ Acquired(&$0) }) else {
                throw .malformed(call: "AcquireWrite", signature: reply.signature)
            }
            let mtu = acquired.mtu
            return (try? WriteSocket(acquired.release())).map { ($0, mtu) }
        } catch {
            switch ErrorMeaning(error) {
            case .notSupported: return nil
            case .acquired: throw .inUse(found.peripheral)
            default: throw .from(error, settingUp: found.peripheral)
            }
        }
    }

    /// Subscribes to the notifications.
    /// - Parameter isOurs: whether BlueZ has made the connection for this link.
    /// - Returns: nil, or the event to record when they cannot be had: driving does not need them.
    func subscribe(
        _ characteristic: Characteristic?, _ found: Device, isOurs: Bool,
        _ notified: @escaping @LoopActor (Notification) -> Void
    ) async throws(BlueZError) -> String? {
        guard let characteristic, let uuid = characteristic.uuid else {
            let wanted = profile.notify.map { " \($0)" } ?? ""
            return "no notifications: the shield has no characteristic\(wanted) that gives them; correct the arm's file"
        }
        guard unanswered < Self.maxUnanswered else {
            return "no notifications: the shield does not answer the request for them; see its manual"
        }
        do throws(BusError) {
            let refusal = try await session.startNotify(characteristic.path, of: uuid, notified)
            unanswered = 0
            return refusal.map { "no notifications (\($0.rawValue)): \($0.advice)" }
        } catch {
            guard ErrorMeaning(error) == .unanswered else { throw .from(error, settingUp: found.peripheral) }
            unanswered += 1
            // Until bluetoothd gives it up, after 30 s, the request is in the way of all others.
            if isOurs { session.send("Disconnect", BlueZNames.device, found.path) }
            throw .connection(found.peripheral, reason: "it has not answered the request for notifications")
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

    consuming func release() -> OwnedDescriptor { descriptor }
}
