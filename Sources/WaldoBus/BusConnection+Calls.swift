internal import CDBus
import WaldoLoop

extension BusConnection {
    /// How long a call waits for its answer, in microseconds, unless said otherwise.
    public nonisolated static let usualTimeout: Int64 = 5_000_000

    /// Sends a call and tells its outcome once: the reply, or why there is none.
    /// - Parameter timeout: microseconds, rounded up to milliseconds.
    public func request(
        _ message: consuming Message, timeout: Int64 = usualTimeout,
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
    /// - Parameter timeout: microseconds.
    public func call(
        _ message: consuming Message, timeout: Int64 = usualTimeout
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

    /// Calls a method of the bus itself.
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

    private func milliseconds(_ microseconds: Int64) -> CInt { CInt(clamping: max(1, (microseconds + 999) / 1_000)) }
}

/// A message on its way through a continuation, which takes copyable values only.
private struct ReleasedMessage: @unchecked Sendable {
    let raw: OpaquePointer
}
