import CWaldoShims

/// Watches a descriptor on the loop. The caller owns the descriptor: cancel the watch first, then close it.
@LoopActor
public final class FileWatch {
    private let registration: (slot: Int, generation: UInt32)
    private var interest: Readiness
    private var isWatching = true

    /// Starts to watch a descriptor.
    /// - Throws: `SystemFailure` with the error of epoll_ctl, such as EPERM for what epoll cannot wait on (regular
    ///   files, /dev/null).
    public init(
        _ descriptor: CInt, for interest: Readiness, priority: EventLoop.Priority,
        _ handler: @escaping @LoopActor (Readiness) -> Void
    ) throws(SystemFailure) {
        self.interest = interest
        registration = try LoopActor.loop.add(descriptor, interest.rawValue, priority) {
            handler(Readiness(rawValue: $0))
        }
        if interest.isEmpty { setWatching(false) }
    }

    /// Starts to watch a descriptor for an object, which is not retained.
    /// - Throws: as the other `init` does.
    public convenience init<Owner: AnyObject>(
        _ descriptor: CInt, for interest: Readiness, priority: EventLoop.Priority, of owner: Owner,
        _ handler: @escaping @LoopActor (_ owner: Owner, _ readiness: Readiness) -> Void
    ) throws(SystemFailure) {
        try self.init(descriptor, for: interest, priority: priority) { [weak owner] readiness in
            if let owner { handler(owner, readiness) }
        }
    }

    /// Changes the interest. An empty interest takes the descriptor out of epoll, where a hang-up would make the loop
    /// spin.
    public func wait(for interest: Readiness) {
        guard interest != self.interest || interest.contains(.edge) else { return }
        self.interest = interest
        if interest.isEmpty || !isWatching { setWatching(!interest.isEmpty) } else { control(EPOLL_CTL_MOD) }
    }

    /// Ends the watch. Events that epoll has already returned are not delivered.
    public func cancel() {
        if isWatching { setWatching(false) }
        LoopActor.loop.remove(registration.slot, registration.generation)
    }

    private func setWatching(_ watching: Bool) {
        isWatching = watching
        control(watching ? EPOLL_CTL_ADD : EPOLL_CTL_DEL)
    }

    private func control(_ operation: CInt) {
        // This fails only for a descriptor that was closed before its watch was cancelled, and then nothing is left to
        // do.
        try? LoopActor.loop.control(operation, registration.slot, registration.generation, interest.rawValue)
    }
}
