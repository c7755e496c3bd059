import WaldoBus
import WaldoLoop
import WaldoTime

/// The connection to BlueZ over the bus, with an up-to-date copy of its objects; signals `changes` at every change.
@LoopActor
final class BlueZSession {
    var tree = ObjectTree()
    /// When the signal strength of each device was last reported, by path.
    var heardAt: [String: Instant] = [:]
    /// When an advertisement was reported last by each adapter, by path.
    var heardLast: [String: Instant] = [:]
    /// The unique name behind org.bluez; nil while bluetoothd does not run.
    private(set) var owner: String?
    private(set) var isClosed = false
    let changes = ChangeSignal()
    /// The receivers of the notifications that were subscribed to, one a characteristic.
    var notifications: [Notifications] = []
    /// Answers the calls that come in, for a session that exports objects.
    var onCall: (@LoopActor (borrowing Message) -> CallAnswer)?

    let address: String
    /// The folder with the kernel's radios.
    var radios = Rfkill.folder
    var bus: BusConnection?
    var matches: [SignalMatch] = []
    /// The serial number of the signal handled last; 0: none of this owner.
    var handled: UInt32 = 0

    /// - Parameter address: the bus; nil for the system's.
    init(bus address: String?) { self.address = address ?? BusConnection.systemAddress }

    var hasBus: Bool { bus != nil }

    // MARK: connecting

    /// Makes sure that the bus is connected, org.bluez is there, and the tree is complete.
    func refresh() async throws(BlueZError) {
        if bus == nil { try await connect() }
        guard owner != nil else { throw .notRunning }
        try await watch(only: nil)
        try await load()
    }

    private func connect() async throws(BlueZError) {
        do throws(BusError) {
            let bus = try await BusConnection.open(address: address)
            guard !isClosed else { return bus.close() }
            self.bus = bus
            bus.onDisconnect = { [unowned self] in busHasGone() }
            bus.onCall = onCall
            _ = try await bus.watchName(BlueZNames.service) { [unowned self] in ownerIs($0) }
        } catch {
            busHasGone()
            throw .from(error, doing: "watching org.bluez")
        }
    }

    /// Gives up the connection to the bus; `refresh` makes another.
    func leaveBus() { busHasGone() }

    private func busHasGone() {
        bus?.onDisconnect = {}
        bus?.close()
        bus = nil
        matches = []
        ownerIs(nil)
    }

    private func ownerIs(_ owner: String?) {
        self.owner = owner
        handled = 0
        tree = ObjectTree()
        heardAt = [:]
        heardLast = [:]
        changes.beat()
    }

    /// Reads the managed objects. The reply is handled in its callback: a signal may follow directly behind it.
    private func load() async throws(BlueZError) {
        guard let bus else { throw .noBus(BusError.disconnected.description) }
        let failure = await withCheckedContinuation { (waiting: CheckedContinuation<BusError?, Never>) in
            guard let call = try? message("GetManagedObjects", BlueZNames.objectManager, "/") else {
                return waiting.resume(returning: .disconnected)
            }
            bus.request(call) { [unowned self] answer in
                switch consume answer {
                case .success(let reply):
                    tree.replace(reply.read { $0.objects() })
                    waiting.resume(returning: nil)
                case .failure(let error): waiting.resume(returning: error)
                }
            }
        }
        if let failure { throw .from(failure, doing: "telling its objects") }
    }

    // MARK: calls

    /// Calls a method of an object of BlueZ.
    @discardableResult
    func call(
        _ member: String, _ interface: String, _ path: String, timeout: TimeSpan = BusConnection.usualTimeout,
        _ write: (inout MessageWriter) -> Void = { _ in }
    ) async throws(BusError) -> Message {
        guard let bus else { throw .disconnected }
        return try await bus.call(message(member, interface, path, write), timeout: timeout)
    }

    /// Calls a method, and calls `done` with the outcome: nil or the error.
    func request(
        _ member: String, _ interface: String, _ path: String, timeout: TimeSpan = BusConnection.usualTimeout,
        _ write: (inout MessageWriter) -> Void, _ done: @escaping @LoopActor (BusError?) -> Void
    ) {
        guard let bus, let call = try? message(member, interface, path, write) else { return done(.disconnected) }
        bus.request(call, timeout: timeout) { outcome in
            switch consume outcome {
            case .success: done(nil)
            case .failure(let error): done(error)
            }
        }
    }

    /// Calls a method whose outcome does not matter.
    func send(_ member: String, _ interface: String, _ path: String) {
        guard let bus, let call = try? message(member, interface, path) else { return }
        bus.send(call)
    }

    /// Sends a signal of an object that the session exports.
    func emit(_ signal: consuming Message) { bus?.send(signal) }

    func message(
        _ member: String, _ interface: String, _ path: String, _ write: (inout MessageWriter) -> Void = { _ in }
    ) throws(BusError) -> Message {
        try Message(call: member, of: interface, at: path, on: owner ?? BlueZNames.service, write)
    }

    /// Whether a device has disconnected since its count of drops was `drops`, or it or bluetoothd has gone.
    func hasDropped(_ found: Device, _ drops: Int) -> Bool {
        owner == nil || tree.device(found.path) == nil || tree.drops[found.path] ?? 0 > drops
    }

    // MARK: waiting

    /// Waits until a condition holds.
    /// - Parameter deadline: when to give up; nil: never.
    /// - Returns: false when the deadline has passed or the session was closed.
    func wait(until deadline: Instant?, for condition: () -> Bool) async -> Bool {
        while !isClosed {
            if condition() { return true }
            if let deadline, Monotonic.now() >= deadline { return false }
            await changes.wait(until: deadline)
        }
        return false
    }

    /// Closes the session; never blocks.
    func close() {
        isClosed = true
        busHasGone()
        changes.end()
    }
}
