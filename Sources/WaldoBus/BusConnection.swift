import CDBus
import Glibc
public import WaldoLoop

/// A private connection to the message bus, driven by the loop, which it never blocks.
///
/// The loop keeps it alive until `close`.
@LoopActor
public final class BusConnection {
    /// Messages dispatched in one turn of the loop, so that a flood of signals never delays the input.
    private static let messagesATurn = 8

    /// The connection's unique name on the bus.
    public private(set) var uniqueName = ""
    /// Called once when the bus has disconnected; the connection is already closed.
    public var onDisconnect: @LoopActor () -> Void = {}
    /// Handles method calls; without it every call is answered as unknown.
    public var onCall: (@LoopActor (borrowing Message) -> CallAnswer)?

    var raw: OpaquePointer?
    var pending: [ObjectIdentifier: PendingReply] = [:]
    var matches: [SignalMatch] = []
    /// The owners (unique names) of the well-known names that are watched.
    var owners: [String: String] = [:]

    private let watches = BusWatches()
    private var work: TurnWork?
    /// Whether messages may be waiting, as reported by libdbus. Asking libdbus takes its lock, too costly for each
    /// turn.
    fileprivate var mayHaveMessages = true

    /// The address of the system bus: DBUS_SYSTEM_BUS_ADDRESS, else the standard one.
    public static var systemAddress: String {
        getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) } ?? "unix:path=/run/dbus/system_bus_socket"
    }

    /// Connects to the bus and registers with it (Hello).
    /// - Throws: `.cannotConnect` when the address cannot be reached; else the failure of Hello.
    public static func open(address: String = systemAddress) async throws(BusError) -> BusConnection {
        let connection = try BusConnection(address: address)
        do throws(BusError) {
            let hello = try await connection.callBus("Hello")
            guard let name = hello.read({ $0.string() }) else {
                throw .malformed(call: "Hello", signature: hello.signature)
            }
            connection.uniqueName = name
        } catch {
            connection.close()
            throw error
        }
        return connection
    }

    private init(address: String) throws(BusError) {
        var failure = DBusError()
        dbus_error_init(&failure)
        defer { dbus_error_free(&failure) }
        guard let raw = dbus_connection_open_private(address, &failure) else {
            throw .cannotConnect(address: address, reason: String(cString: failure.message))
        }
        self.raw = raw
        dbus_connection_set_exit_on_disconnect(raw, 0)
        dbus_connection_add_filter(raw, filterMessage, Unmanaged.passUnretained(self).toOpaque(), nil)
        dbus_connection_set_dispatch_status_function(
            raw, dispatchStatusChanged, Unmanaged.passUnretained(self).toOpaque(), nil)
        watches.mayRead = { [unowned self] in !mayHaveMessages }
        watches.attach(to: raw)
        work = TurnWork { self.dispatch() }
    }

    /// Sends a message without waiting for a reply. Does nothing when the connection is closed.
    public func send(_ message: consuming Message) {
        guard let raw else { return }
        if message.kind == .call { dbus_message_set_no_reply(message.raw, 1) }
        dbus_connection_send(raw, message.raw, nil)
    }

    /// Bytes queued in libdbus that have not been written to the socket.
    public var unsentBytes: Int { raw.map { dbus_connection_get_outgoing_size($0) } ?? 0 }

    /// Writes what the socket accepts without blocking, then closes. Pending calls end with `.disconnected`.
    public func close() {
        guard let raw else { return }
        var left = unsentBytes
        while left > 0 {
            watches.writeOnce()
            guard unsentBytes < left else { break }
            left = unsentBytes
        }
        self.raw = nil
        dbus_connection_set_dispatch_status_function(raw, nil, nil, nil)
        dbus_connection_remove_filter(raw, filterMessage, Unmanaged.passUnretained(self).toOpaque())
        watches.detach(from: raw)
        dbus_connection_close(raw)
        dbus_connection_unref(raw)
        work?.cancel()
        work = nil
        matches = []
        owners = [:]
        onCall = nil
        let calls = pending.values
        pending = [:]
        for call in calls { call.fail() }
    }

    /// Dispatches up to `messagesATurn` messages.
    /// - Returns: whether more are waiting.
    private func dispatch() -> Bool {
        guard mayHaveMessages else { return false }
        for _ in 0..<Self.messagesATurn {
            guard hasMessages() else { return false }
            dbus_connection_dispatch(raw)
        }
        return hasMessages()
    }

    private func hasMessages() -> Bool {
        // Cleared before the check: libdbus reports what arrives after it.
        mayHaveMessages = false
        guard let raw else { return false }
        let status = dbus_connection_get_dispatch_status(raw)
        // When memory is short (DBUS_DISPATCH_NEED_MEMORY), libdbus must be asked again.
        mayHaveMessages = status != DBUS_DISPATCH_COMPLETE
        return status == DBUS_DISPATCH_DATA_REMAINS
    }

    fileprivate func filter(_ message: borrowing Message) -> Bool {
        switch message.kind {
        case .signal:
            if message.interface == "org.freedesktop.DBus.Local" && message.path == "/org/freedesktop/DBus/Local" {
                lost()
            } else {
                deliver(message)
            }
            return true
        case .call:
            guard let onCall else { return false }
            switch onCall(message) {
            case .unknown: return false
            case .later: return true
            case .now(let reply):
                if let raw, !message.wantsNoReply { dbus_connection_send(raw, reply.raw, nil) }
                return true
            }
        default: return false
        }
    }

    private func lost() {
        let reported = onDisconnect
        onDisconnect = {}
        close()
        reported()
    }
}

private func dispatchStatusChanged(
    _: OpaquePointer?, _ status: DBusDispatchStatus, _ me: UnsafeMutableRawPointer?
) {
    guard status != DBUS_DISPATCH_COMPLETE else { return }
    nonisolated(unsafe) let me = me
    LoopActor.enter {
        if let me { Unmanaged<BusConnection>.fromOpaque(me).takeUnretainedValue().mayHaveMessages = true }
    }
}

private func filterMessage(
    _: OpaquePointer?, _ message: OpaquePointer?, _ me: UnsafeMutableRawPointer?
) -> DBusHandlerResult {
    guard let message else { return DBUS_HANDLER_RESULT_NOT_YET_HANDLED }
    nonisolated(unsafe) let pointers = (me: me, message: dbus_message_ref(message))
    let isHandled = LoopActor.enter {
        guard let me = pointers.me, let kept = pointers.message else { return false }
        return Unmanaged<BusConnection>.fromOpaque(me).takeUnretainedValue().filter(Message(owning: kept))
    }
    return isHandled ? DBUS_HANDLER_RESULT_HANDLED : DBUS_HANDLER_RESULT_NOT_YET_HANDLED
}
