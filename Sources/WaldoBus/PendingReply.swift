internal import CDBus
internal import WaldoLoop

/// A call that waits for its answer.
@LoopActor
final class PendingReply {
    var ended: @LoopActor () -> Void = {}

    private var call: OpaquePointer?
    private let name: String
    private let done: @LoopActor (consuming Result<Message, BusError>) -> Void

    /// Takes over libdbus's pending call.
    init(
        _ call: OpaquePointer, name: String, _ done: @escaping @LoopActor (consuming Result<Message, BusError>) -> Void
    ) {
        self.call = call
        self.name = name
        self.done = done
    }

    /// Asks to be told of the answer.
    func start() {
        guard let call else { return }
        dbus_pending_call_set_notify(call, replyHasCome, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    /// Ends it without an answer.
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
        // Made by libdbus itself when the time is over, and by the bus when the other side went away first.
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
