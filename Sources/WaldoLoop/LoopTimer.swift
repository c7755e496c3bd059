public import WaldoTime

/// A deadline on the loop, armed and disarmed as often as needed.
@LoopActor
public final class LoopTimer {
    /// When it fires; nil while disarmed.
    @exclusivity(unchecked) public private(set) var deadline: Instant?
    /// Called once the deadline has passed, with the time of the turn; it may arm the timer again.
    public var handler: @LoopActor (Instant) -> Void

    /// Creates a disarmed timer. Call `cancel` when it is no longer needed.
    public init(_ handler: @escaping @LoopActor (Instant) -> Void = { _ in }) {
        self.handler = handler
        LoopActor.loop.add(self)
    }

    /// Creates a disarmed timer of an object, which it does not retain. Call `cancel` after its last use.
    public convenience init<Owner: AnyObject>(
        of owner: Owner, _ handler: @escaping @LoopActor (_ owner: Owner, _ now: Instant) -> Void
    ) {
        self.init { [weak owner] now in if let owner { handler(owner, now) } }
    }

    /// Sets or moves the deadline. One in the past fires in the next turn; nil disarms the timer.
    public func arm(at deadline: Instant?) { self.deadline = deadline }

    /// Removes the deadline.
    public func disarm() { deadline = nil }

    /// Removes the timer from the loop for good.
    public func cancel() {
        deadline = nil
        LoopActor.loop.remove(self)
    }

    func fire(_ now: Instant) {
        deadline = nil
        handler(now)
    }

    /// Fires now if it is still armed.
    func fireEarly() { if deadline != nil { fire(Monotonic.now()) } }
}
