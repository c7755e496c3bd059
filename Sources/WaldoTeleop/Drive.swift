public import WaldoCore
public import WaldoLoop
public import WaldoTime

/// One drive: passes events to the state machine, sends its commands, and keeps its deadlines.
@LoopActor
public final class Drive {
    // Accesses to these fields never overlap, not even during a step of the state machine: checking for that at run
    // time would cost more than the accesses.

    /// The state machine, for screens to read: by its properties, since a copy of it costs thousands of instructions.
    @exclusivity(unchecked) public private(set) var stateMachine: DriveStateMachine
    /// The link that carries the commands.
    public let link: any Link

    private let clock: @LoopActor () -> Instant
    private let suspended: @LoopActor () -> TimeSpan
    private let isContinued: @LoopActor () -> Bool
    /// Whether each command changes the failsafe frames.
    let changesFailsafe: Bool
    /// Whether one frame carries all channels.
    private let isCombined: Bool
    @exclusivity(unchecked) private var lastSuspended: TimeSpan
    @exclusivity(unchecked) private var lastHandled: Instant?
    @exclusivity(unchecked) private var observers: [any DriveObserver] = []
    /// Whether an event is being handled, and those that came meanwhile.
    @exclusivity(unchecked) private var isHandling = false
    @exclusivity(unchecked) private var waiting: [(event: DriveEvent, time: Instant)] = []
    @exclusivity(unchecked) private var timer: LoopTimer?
    /// When the last command was handed to the link.
    @exclusivity(unchecked) public private(set) var writtenAt = Instant.clockStart
    /// When the state machine has to be stepped next; nil: at the next event.
    @exclusivity(unchecked) public private(set) var deadline: Instant?
    /// The deadline that the last `deadline` step was for.
    @exclusivity(unchecked) public internal(set) var due: Instant?

    /// Creates a drive at rest.
    /// - Parameters:
    ///   - stateMachine: the state machine to drive.
    ///   - link: where its commands go.
    ///   - clock: returns the time now; tests pass their own.
    ///   - suspended: returns how long the machine has been suspended so far, which the clock does not count.
    ///   - isContinued: returns whether the process was stopped and runs again, but the loop has not handled that yet.
    public init(
        _ stateMachine: DriveStateMachine, link: any Link,
        clock: @escaping @LoopActor () -> Instant = { Monotonic.now() },
        suspended: @escaping @LoopActor () -> TimeSpan = { Monotonic.suspended() },
        isContinued: @escaping @LoopActor () -> Bool = { Signals.isContinued }
    ) {
        self.stateMachine = stateMachine
        self.link = link
        self.clock = clock
        self.suspended = suspended
        self.isContinued = isContinued
        changesFailsafe = stateMachine.failsafeChanges
        isCombined = stateMachine.arm.frame != nil
        lastSuspended = suspended()
        timer = LoopTimer(of: self) { owner, _ in owner.deadlineFired() }
    }

    /// Adds an observer, and retains it.
    public func add(_ observer: any DriveObserver) { observers.append(observer) }

    /// Handles an event at a time. One that the link or an observer has in the middle of a step is handled after that.
    public func handle(_ event: DriveEvent, at time: Instant) {
        guard !isHandling else { return waiting.append((event, time)) }
        isHandling = true
        defer { isHandling = false }
        handleNow(event, at: time)
        while !waiting.isEmpty {
            let next = waiting.removeFirst()
            handleNow(next.event, at: next.time)
        }
    }

    /// After a sleep of the process or the machine the state machine halts first, so that events that queued up
    /// meanwhile do not move the arm.
    private func handleNow(_ event: DriveEvent, at time: Instant) {
        let now = clock()
        if event == .deadline, let deadline { due = deadline }
        acknowledgeFailsafe(at: now)
        if hasSlept(time, now) {
            step(.halt(.late), at: now)
            if event == .deadline { due = deadline }
        }
        // A recording follows its own times, so earlier deadlines are handled first. An operator's event is newer than
        // a deadline that has only just passed, and is handled before it.
        switch event {
        case .played, .replayed: stepDeadlines(until: time)
        default: break
        }
        step(event, at: time)
        stepDeadlines(until: stateMachine.time)
        armTimer()
    }

    /// Handles an event that happens now.
    public func handle(_ event: DriveEvent) { handle(event, at: clock()) }

    /// The time of the state machine's last step.
    public var time: Instant { stateMachine.time }

    /// Calls `body` with each channel that a command on its way sets, and its number: one, or all of a combined frame.
    public func eachNumber(of command: Command, _ body: (Channel, Int32) -> Void) {
        if isCombined { stateMachine.eachNumber(of: command, body) } else { body(command.channel, command.value) }
    }

    /// The present time of the drive's clock.
    public var now: Instant { clock() }

    /// Whether every zero frame of a halt has been sent and has left the link.
    public var haltHasLeft: Bool { stateMachine.hasSentZeros && link.hasLeft }

    /// Whether bytes for a sensor, or the arm's last steps, can be sent until this time, and were not.
    func owesBytes(by end: Instant) -> Bool { stateMachine.lastBytesDue.map { $0 <= end } ?? false }

    /// Removes the drive from the loop, and releases its observers.
    public func close() {
        timer?.cancel()
        timer = nil
        observers = []
    }

    /// Whether a deadline was missed by more than `DriveStateMachine.maxLateness`, the event is older than that, or the
    /// process or the machine was suspended. A process that was stopped in an idle turn has nothing overdue: epoll may
    /// have reported an input before the stop, and what has queued up since is read now. A drive that has handled an
    /// event recently was not stopped for long, and does not ask `isContinued`, which is a system call.
    private func hasSlept(_ time: Instant, _ now: Instant) -> Bool {
        let suspended = suspended(), wasSuspendedFor = suspended - lastSuspended
        let wasIdle = if let lastHandled { now - lastHandled > DriveStateMachine.maxLateness } else { true }
        (lastSuspended, lastHandled) = (suspended, now)
        if wasSuspendedFor > DriveStateMachine.maxLateness || wasIdle && isContinued() { return true }
        if let deadline, now - deadline > DriveStateMachine.maxLateness { return true }
        return now - max(time, stateMachine.time) > DriveStateMachine.maxLateness
    }

    /// Steps the state machine, and sends the step's frame before any observer is called: a screen that is slow or
    /// crashes does not hold it up.
    func step(_ event: DriveEvent, at time: Instant) {
        let step = stateMachine.step(event, at: time)
        deadline = step.deadline
        // Before its first frame a connection has to hold what stops the arm.
        updateFailsafe(after: event)
        if step.sendsBytes {
            let bytes = stateMachine.proposedBytes
            let outcome = link.write(bytes, isZero: false, pending: step.pendingZeros)
            notify(of: event, step)
            for observer in observers { observer.drive(self, sentBytes: bytes, outcome: outcome) }
            conclude(step, outcome)
        } else if let command = step.command {
            let outcome = write(command, of: step)
            notify(of: event, step)
            for observer in observers { observer.drive(self, sent: command, outcome: outcome) }
            conclude(step, outcome)
        } else {
            notify(of: event, step)
        }
    }

    /// Writes a command, and brings up to date what the link holds to stop the arm.
    private func write(_ command: Command, of step: Step) -> WriteOutcome {
        let outcome = link.write(command.frame, isZero: step.isZero, pending: step.pendingZeros)
        writtenAt = clock()
        if step.isZero, outcome.isWritten { link.setPending(stateMachine.pendingZerosOnceWritten) }
        if changesFailsafe, outcome.isSent { link.setFailsafe(stateMachine.failsafe) }
        if !step.isZero { Watchdog.expectEndOfTurn() }
        return outcome
    }

    private func notify(of event: DriveEvent, _ step: Step) {
        for observer in observers { observer.drive(self, handled: event, step: step) }
    }

    /// Hands the outcome of a write to the state machine, and steps it with what the outcome leads to.
    private func conclude(_ step: Step, _ outcome: WriteOutcome) {
        deadline = stateMachine.conclude(outcome)
        if outcome == .refused || step.isZero && !outcome.isWritten { link.setPending(stateMachine.pendingZeros) }
        if let event = outcome.linkEvent { self.step(.link(event), at: stateMachine.time) }
        if outcome == .gone { acknowledgeFailsafe(at: stateMachine.time) }
    }

    private func stepDeadlines(until time: Instant) {
        while let deadline, deadline <= time {
            due = deadline
            step(.deadline, at: deadline)
        }
    }

    private func deadlineFired() {
        due = deadline
        deadline = nil
        handle(.deadline)
    }

    private func armTimer() {
        if let deadline { timer?.arm(at: deadline) } else { timer?.disarm() }
    }
}
