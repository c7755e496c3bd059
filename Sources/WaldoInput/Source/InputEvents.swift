public import WaldoCore
internal import WaldoLoop

/// What an `InputSource` tells. All times are CLOCK_MONOTONIC microseconds.
public struct InputEvents {
    /// An input is there, at this path and in this state. Told again after each loss.
    public var added: @LoopActor (InputDescription, _ path: String, InputState, _ at: Int64) -> Void
    /// One change at it. Hot: must neither block nor allocate.
    public var event: @LoopActor (InputEvent, _ at: Int64) -> Void
    /// The kernel dropped events (SYN_DROPPED); this is the true state now. A key that is missing from it was released.
    public var resynced: @LoopActor (InputState, _ at: Int64) -> Void
    /// The input is gone; its return is waited for.
    public var lost: @LoopActor (_ reason: String, _ at: Int64) -> Void
    /// There is no input, and the source has closed itself: nothing follows.
    public var failed: @LoopActor (InputError) -> Void
    /// An input of the same kind as the lost one is there, but another one: it is not used.
    public var ignored: @LoopActor (InputDescription, _ path: String) -> Void
    /// Something must happen before the input can be used: a sentence for the operator.
    public var waiting: @LoopActor (String) -> Void
    /// Ctrl-C on a grabbed keyboard, which the terminal can not see.
    public var interrupt: @LoopActor () -> Void

    /// Closures for what is told; all may close the source.
    public init(
        added: @escaping @LoopActor (InputDescription, _ path: String, InputState, _ at: Int64) -> Void,
        event: @escaping @LoopActor (InputEvent, _ at: Int64) -> Void,
        resynced: @escaping @LoopActor (InputState, _ at: Int64) -> Void,
        lost: @escaping @LoopActor (_ reason: String, _ at: Int64) -> Void,
        failed: @escaping @LoopActor (InputError) -> Void,
        ignored: @escaping @LoopActor (InputDescription, _ path: String) -> Void = { _, _ in },
        waiting: @escaping @LoopActor (String) -> Void = { _ in },
        interrupt: @escaping @LoopActor () -> Void = {}
    ) {
        self.added = added
        self.event = event
        self.resynced = resynced
        self.lost = lost
        self.failed = failed
        self.ignored = ignored
        self.waiting = waiting
        self.interrupt = interrupt
    }
}
