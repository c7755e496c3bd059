public import WaldoTime

/// A deadline on the loop, armed and disarmed as often as needed.
@LoopActor
public final class LoopTimer {
    /// When it fires; nil while disarmed.
    @exclusivity(unchecked) public private(set) var deadline: Instant?
    /// Called once the deadline has passed, with the time of the turn; it may arm the timer again.
    public var handler: @LoopActor (Instant) -> Void
    /// Whether it waits for what has arrived by its deadline to be read: a process that was held up handles its timers
    /// before its links.
    let readsFirst: Bool
    /// How many turns have found its deadline passed.
    @exclusivity(unchecked) private var turns = 0

    /// Creates a disarmed timer. Call `cancel` when it is no longer needed.
    /// - Parameter readsFirst: whether it fires at the end of the second turn that finds its deadline passed. All that
    ///   had arrived by then was read, and may have disarmed it.
    public init(readsFirst: Bool = false, _ handler: @escaping @LoopActor (Instant) -> Void = { _ in }) {
        self.readsFirst = readsFirst
        self.handler = handler
        LoopActor.loop.add(self)
    }

    /// Creates a disarmed timer of an object, which it does not retain. Call `cancel` after its last use.
    public convenience init<Owner: AnyObject>(
        of owner: Owner, readsFirst: Bool = false,
        _ handler: @escaping @LoopActor (_ owner: Owner, _ now: Instant) -> Void
    ) {
        self.init(readsFirst: readsFirst) { [weak owner] now in if let owner { handler(owner, now) } }
    }

    /// Sets or moves the deadline. One in the past fires in the next turn; nil disarms the timer.
    public func arm(at deadline: Instant?) {
        if deadline != self.deadline { turns = 0 }
        self.deadline = deadline
    }

    /// Removes the deadline.
    public func disarm() { arm(at: nil) }

    /// Removes the timer from the loop for good.
    public func cancel() {
        disarm()
        LoopActor.loop.remove(self)
    }

    func fire(_ now: Instant) {
        disarm()
        handler(now)
    }

    /// A turn has found its deadline passed. Returns whether it fires at the end of that turn.
    func wasFound() -> Bool {
        turns += 1
        return turns > 1
    }

    /// Whether it fires at the end of this turn.
    var isFound: Bool { turns > 1 }

    /// Fires now if it is still armed.
    func fireEarly() { if deadline != nil { fire(Monotonic.now()) } }
}
