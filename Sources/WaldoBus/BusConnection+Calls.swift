import CDBus
import WaldoLoop
public import WaldoTime

extension BusConnection {
    /// The default time that a call waits for its answer.
    public nonisolated static let usualTimeout: TimeSpan = .seconds(5)

    /// Sends a call, and calls `done` once with the outcome: the reply, or why there is none.
    /// - Parameters:
    ///   - message: a method call.
    ///   - timeout: how long to wait, rounded up to milliseconds.
    ///   - done: called with the reply or the error; before this returns if the call cannot be sent.
    public func request(
        _ message: consuming Message, timeout: TimeSpan = usualTimeout,
        _ done: @escaping @LoopActor (consuming Result<Message, BusError>) -> Void
    ) {
        let name = message.member
        var call: OpaquePointer?
        guard let raw, dbus_connection_send_with_reply(raw, message.raw, &call, milliseconds(timeout)) != 0, let call
        else { return done(.failure(.disconnected)) }
        let reply = PendingReply(call, name: name, done)
        pending[ObjectIdentifier(reply)] = reply
        reply.ended = { [unowned self, unowned reply] in pending[ObjectIdentifier(reply)] = nil }
        reply.start()
    }

    /// Sends a call and awaits its reply.
    /// - Parameters:
    ///   - message: a method call.
    ///   - timeout: how long to wait, rounded up to milliseconds.
    /// - Returns: the reply, never an error message.
    /// - Throws: `.remote` for an error reply, `.timedOut` without an answer in time, `.disconnected` when the
    ///   connection is closed before.
    public func call(
        _ message: consuming Message, timeout: TimeSpan = usualTimeout
    ) async throws(BusError) -> Message {
        let message = ReleasedMessage(raw: message.release())
        typealias Outcome = Result<ReleasedMessage, BusError>
        let outcome = await withCheckedContinuation { (waiting: CheckedContinuation<Outcome, Never>) in
            request(Message(owning: message.raw), timeout: timeout) { outcome in
                switch consume outcome {
                case .success(let reply): waiting.resume(returning: .success(ReleasedMessage(raw: reply.release())))
                case .failure(let error): waiting.resume(returning: .failure(error))
                }
            }
        }
        return Message(owning: try outcome.get().raw)
    }

    /// Calls a method of the message bus itself.
    func callBus(
        _ member: String, _ write: (inout MessageWriter) -> Void = { _ in }
    ) async throws(BusError) -> Message {
        try await call(Self.busMessage(member, write))
    }

    static func busMessage(
        _ member: String, _ write: (inout MessageWriter) -> Void
    ) throws(BusError) -> Message {
        try Message(
            call: member, of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", on: "org.freedesktop.DBus", write)
    }

    private func milliseconds(_ span: TimeSpan) -> CInt { CInt(clamping: max(1, (span.microseconds + 999) / 1_000)) }
}

/// A message passed through a continuation, which takes only copyable values.
private struct ReleasedMessage: @unchecked Sendable {
    let raw: OpaquePointer
}
