import WaldoBus
public import WaldoCore
public import WaldoLoop
import WaldoTime

/// This machine as a Bluetooth LE peripheral: advertises, offers services, and reports what clients do with them.
///
/// bluetoothd has two managers for each adapter. `GattManager1` takes an application, our objects that describe the
/// services, and then calls `WriteValue`, `ReadValue` and `StartNotify` on them; a notification is a changed `Value`.
/// `LEAdvertisingManager1` takes one more object, which describes the advertisement. Both last until they are taken
/// back, or this program's connection to the bus ends. When the adapter or bluetoothd is gone, they are registered
/// again as soon as it is back.
@LoopActor
public final class PeripheralServer {
    private let options: Options
    /// Gets what the peripheral reports.
    public weak var delegate: (any PeripheralServerDelegate)?
    private let services: [GattService]
    private let session: BlueZSession
    private let registration: PeripheralRegistration
    private let advertisement: Advertisement
    private var application: GattApplication
    private var centrals = Centrals()
    /// bluetoothd has ended the advertisement by itself.
    private var isReleased = false
    /// Called once everything is taken back; set: it is closing.
    private var closed: (@LoopActor () -> Void)?
    private var task: Task<Void, Never>?

    /// A peripheral, idle until `start`.
    /// - Parameters:
    ///   - services: what it offers; all characteristics have different UUIDs.
    ///   - options: its name, and how it begins.
    ///   - bus: the message bus's address; nil for the system's.
    public init(_ services: [GattService], options: Options, bus: String? = nil) {
        self.options = options
        self.services = services
        session = BlueZSession(bus: bus)
        registration = PeripheralRegistration(session)
        advertisement = Advertisement(name: options.name, services: options.advertises)
        application = GattApplication(services)
        session.onCall = { [unowned self] in answer($0) }
    }

    /// Begins to advertise.
    public func start() {
        guard task == nil else { return }
        for service in advertisement.omitted {
            report(.note("the advertisement has no room for the service \(service): clients find it once connected"))
        }
        task = Loop.task { await self.run() }
    }

    /// Takes the advertisement and the services back, disconnects who has written, and calls `done`. Never blocks, and
    /// takes as long as bluetoothd takes.
    public func close(_ done: @escaping @LoopActor () -> Void) {
        guard closed == nil else { return }
        closed = done
        if registration.isNone { finish() } else { session.changes.beat() }
    }

    /// Ends at once. bluetoothd takes back what is registered as it finds that this program has left the bus.
    public func abandon() {
        closed = nil
        session.close()
    }

    /// Notifies those who have subscribed to a characteristic.
    /// - Returns: whether anybody has.
    @discardableResult
    public func notify(_ frame: Frame, on characteristic: BluetoothUUID) -> Bool {
        guard application.isListened(characteristic), let path = application.path(of: characteristic) else {
            return false
        }
        let signal = try? Message(signal: "PropertiesChanged", of: BlueZNames.properties, at: path) {
            $0.append(.string(BlueZNames.characteristic))
            $0.append(.dictionary(["Value": .bytes(frame.bytes)]))
            $0.append(.strings([]))
        }
        if let signal { session.emit(signal) }
        return true
    }

    // MARK: registering

    private func run() async {
        var attempts = LinkAttempts(waits: options.wait, patience: options.patience, from: Monotonic.now())
        var servedSince: Instant?
        while !session.isClosed, closed == nil {
            do throws(BlueZError) {
                let reason = try await serve { servedSince = Monotonic.now() }
                guard !session.isClosed, closed == nil else { break }
                report(.state(.lost(reason: reason)))
            } catch {
                guard !session.isClosed, closed == nil else { break }
                if let end = attempts.end(by: error, isKnown: servedSince != nil, at: Monotonic.now()) {
                    session.close()
                    return report(.failed(end))
                }
                report(.state(.waiting(what: error.description)))
                await session.recover(error, adapter: options.adapter, attempts.nextPause())
                continue
            }
            if let servedSince { attempts.lasted(Monotonic.now() - servedSince) }
            await session.pause(attempts.nextPause())
        }
        finish()
    }

    private func finish() {
        session.close()
        closed?()
        closed = nil
    }

    /// Registers, and serves until that ends.
    /// - Returns: the reason of the end.
    private func serve(_ succeeded: () -> Void) async throws(BlueZError) -> String {
        try await session.refresh()
        let adapter = try await session.adapter(options.adapter)
        guard adapter.canBePeripheral else { throw .noPeripheralRole(adapter.name) }
        application = GattApplication(services)
        isReleased = false
        try await registration.register(on: adapter)
        centrals = Centrals(ignoring: devices(adapter))
        succeeded()
        report(.state(.advertising(adapter: adapter.name, address: adapter.address)))
        var reason: String?
        _ = await session.wait(until: nil) {
            for change in centrals.update(devices(adapter)) { report(change) }
            reason = session.cause(adapter) ?? (isReleased ? "bluetoothd has ended the advertisement" : nil)
            return reason != nil || closed != nil
        }
        await registration.unregister()
        if closed != nil { for path in centrals.writers { session.send("Disconnect", BlueZNames.device, path) } }
        for change in centrals.update([]) { report(change) }
        return reason ?? "it was closed"
    }

    private func devices(_ adapter: Adapter) -> [Device] { session.tree.devices.filter { $0.adapter == adapter.path } }

    private func report(_ change: Centrals.Change) {
        switch change {
        case .connected(let client): report(.client(client, isConnected: true))
        case .gone(let client): report(.client(client, isConnected: false))
        }
    }

    private func report(_ report: Report) { delegate?.peripheral(didReport: report) }

    // MARK: calls

    private func answer(_ message: borrowing Message) -> CallAnswer {
        // Before all else: this is the time at which a write has come.
        let now = Monotonic.now()
        let call = MethodCall(message)
        let isAdvertisement = call.path == Advertisement.path
        guard isAdvertisement || application.owns(call) else { return .unknown }
        guard call.sender == session.owner else { return .now(MethodReply.notFromBlueZ.message(replyTo: message)) }
        if isAdvertisement {
            let (reply, event) = advertisement.answer(call)
            if case .released? = event {
                isReleased = true
                session.changes.beat()
            }
            return .now(reply.message(replyTo: message))
        }
        let (reply, event) = application.answer(call)
        if case .failure(_, let reason) = reply { report(.note("\(call.member) was refused: \(reason)")) }
        switch event {
        case .written(let characteristic, let frame, let path):
            let device = path.flatMap { session.tree.device($0) }
            if let device, let change = centrals.wrote(device) { report(change) }
            report(.written(frame, to: characteristic, at: now, by: device?.peripheral))
        case .listening(let characteristic, let isListened): report(.listening(characteristic, isListened))
        case nil: break
        }
        return .now(reply.message(replyTo: message))
    }
}
