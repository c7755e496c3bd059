public import WaldoCore
internal import WaldoLoop
public import WaldoTime

/// The events of an `InputSource`. All times are on CLOCK_MONOTONIC.
public struct InputEvents {
    /// An input is ready, at this path and in this state. Reported again on its return after a loss.
    public var added: @LoopActor (InputDescription, _ path: String, InputState, _ at: Instant) -> Void
    /// One change at the input. On the hot path: must neither block nor allocate.
    public var event: @LoopActor (InputEvent, _ at: Instant) -> Void
    /// The kernel dropped events (SYN_DROPPED); this is the current state. A wanted key that is missing from it is up.
    public var resynced: @LoopActor (InputState, _ at: Instant) -> Void
    /// The input is gone; the source waits for its return.
    public var lost: @LoopActor (_ reason: String, _ at: Instant) -> Void
    /// There is no input, and the source has closed itself: no event follows.
    public var failed: @LoopActor (InputError) -> Void
    /// The input is connected, but its device sends nothing more while it holds a control; called with the time.
    public var silent: @LoopActor (_ at: Instant) -> Void
    /// A silent input sends again.
    public var heard: @LoopActor (_ at: Instant) -> Void
    /// An input of the same kind as the lost one appeared, but it is another one and is not used.
    public var ignored: @LoopActor (InputDescription, _ path: String) -> Void
    /// An input of the same model as the lost one appeared at another port; it takes that one's place as the codes
    /// wanted say.
    public var offered: @LoopActor (InputNode) -> Void
    /// What the operator is to know of the inputs beside the chosen one, a sentence.
    public var noted: @LoopActor (String) -> Void
    /// The input cannot be used yet; a sentence for the operator says what must happen first.
    public var waiting: @LoopActor (String) -> Void
    /// Ctrl-C on a grabbed keyboard, which the terminal cannot see.
    public var interrupt: @LoopActor () -> Void
    /// The state of the input's battery, at first and when it has changed; an input without one reports none.
    public var battery: @LoopActor (Battery) -> Void
    /// A pad that has a motor does not rumble, for this reason. Called on another thread.
    public var noRumble: @Sendable (String) -> Void

    /// Events with these handlers; each handler may close the source.
    public init(
        added: @escaping @LoopActor (InputDescription, _ path: String, InputState, _ at: Instant) -> Void,
        event: @escaping @LoopActor (InputEvent, _ at: Instant) -> Void,
        resynced: @escaping @LoopActor (InputState, _ at: Instant) -> Void,
        lost: @escaping @LoopActor (_ reason: String, _ at: Instant) -> Void,
        failed: @escaping @LoopActor (InputError) -> Void,
        silent: @escaping @LoopActor (_ at: Instant) -> Void = { _ in },
        heard: @escaping @LoopActor (_ at: Instant) -> Void = { _ in },
        ignored: @escaping @LoopActor (InputDescription, _ path: String) -> Void = { _, _ in },
        offered: @escaping @LoopActor (InputNode) -> Void = { _ in },
        noted: @escaping @LoopActor (String) -> Void = { _ in },
        waiting: @escaping @LoopActor (String) -> Void = { _ in },
        interrupt: @escaping @LoopActor () -> Void = {},
        battery: @escaping @LoopActor (Battery) -> Void = { _ in },
        noRumble: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.added = added
        self.event = event
        self.resynced = resynced
        self.lost = lost
        self.failed = failed
        self.silent = silent
        self.heard = heard
        self.ignored = ignored
        self.offered = offered
        self.noted = noted
        self.waiting = waiting
        self.interrupt = interrupt
        self.battery = battery
        self.noRumble = noRumble
    }
}
