import CDBus
import WaldoLoop

/// A call whose answer is pending.
@LoopActor
final class PendingReply {
    var ended: @LoopActor () -> Void = {}

    private var call: OpaquePointer?
    private let name: String
    private let done: @LoopActor (consuming Result<Message, BusError>) -> Void

    /// Takes ownership of libdbus's pending call.
    init(
        _ call: OpaquePointer, name: String, _ done: @escaping @LoopActor (consuming Result<Message, BusError>) -> Void
    ) {
        self.call = call
        self.name = name
        self.done = done
    }

    /// Registers the callback for the answer.
    func start() {
        guard let call else { return }
        dbus_pending_call_set_notify(call, replyHasCome, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    /// Ends the call without an answer.
    func fail() {
        guard let call else { return }
        self.call = nil
        dbus_pending_call_cancel(call)
        dbus_pending_call_unref(call)
        done(.failure(.disconnected))
    }

    fileprivate func complete() {
        guard let call else { return }
        self.call = nil
        let reply = dbus_pending_call_steal_reply(call)
        dbus_pending_call_unref(call)
        ended()
        done(outcome(reply))
    }

    private func outcome(_ reply: OpaquePointer?) -> Result<Message, BusError> {
        guard let reply else { return .failure(.disconnected) }
        let message = Message(owning: reply)
        guard message.kind == .error else { return .success(message) }
        switch message.errorName {
        // libdbus creates it itself on a timeout, without a sender; the bus sends it when the service went away before
        // it answered.
        case "org.freedesktop.DBus.Error.NoReply" where message.sender.isEmpty:
            return .failure(.timedOut(call: name))
        case "org.freedesktop.DBus.Error.Disconnected" where message.sender.isEmpty: return .failure(.disconnected)
        case let error: return .failure(.remote(name: error, message: message.read { $0.string() } ?? ""))
        }
    }
}

private func replyHasCome(_: OpaquePointer?, _ me: UnsafeMutableRawPointer?) {
    nonisolated(unsafe) let me = me
    LoopActor.enter {
        if let me { Unmanaged<PendingReply>.fromOpaque(me).takeUnretainedValue().complete() }
    }
}
