public import WaldoCore
public import WaldoLoop

/// One drive: hands the state machine what happens, sends what it gives, and keeps its deadlines.
@LoopActor
public final class Drive {
    // No field here is lent while somebody else could reach it, a step of the state machine's included: looking for
    // overlapping accesses would cost more than what is done.

    /// The state machine, for screens to look at.
    @exclusivity(unchecked) public private(set) var stateMachine: DriveStateMachine
    /// What carries the commands.
    public let link: LinkPort

    private let clock: @LoopActor () -> Microseconds
    private let suspended: @LoopActor () -> Microseconds
    private let isContinued: @LoopActor () -> Bool
    /// Whether each command makes another last word.
    private let changesLastWord: Bool
    @exclusivity(unchecked) private var lastSuspended: Microseconds
    @exclusivity(unchecked) private var lastHandled = Microseconds.min
    @exclusivity(unchecked) private var observers: [any DriveObserver] = []
    @exclusivity(unchecked) private var timer: LoopTimer?
    /// When the state machine wants to be stepped next; nil: not before something happens.
    @exclusivity(unchecked) public private(set) var deadline: Microseconds?
    /// The deadline that the last `deadline` step was taken for.
    @exclusivity(unchecked) public private(set) var due: Microseconds?

    /// A drive at rest.
    /// - Parameters:
    ///   - clock: the time now; tests move their own.
    ///   - suspended: how long the machine has slept so far, which the clock does not count.
    ///   - isContinued: whether the process was stopped, and has not been told yet that it runs again.
    public init(
        _ stateMachine: DriveStateMachine, link: LinkPort,
        clock: @escaping @LoopActor () -> Microseconds = { Monotonic.now() },
        suspended: @escaping @LoopActor () -> Microseconds = { Monotonic.suspended() },
        isContinued: @escaping @LoopActor () -> Bool = { Signals.isContinued }
    ) {
        self.stateMachine = stateMachine
        self.link = link
        self.clock = clock
        self.suspended = suspended
        self.isContinued = isContinued
        changesLastWord = stateMachine.lastWordChanges
        lastSuspended = suspended()
        timer = LoopTimer { [weak self] _ in self?.deadlineFired() }
    }

    /// Adds a watcher; it is kept alive.
    public func add(_ observer: any DriveObserver) { observers.append(observer) }

    /// Takes what happened at a time. After a sleep of the process or the machine the state machine halts first, so
    /// that nothing that waited meanwhile moves the arm.
    public func handle(_ event: DriveEvent, at time: Microseconds) {
        let now = clock()
        if event == .deadline, let deadline { due = deadline }
        takeLastWord(at: now)
        if hasSlept(time, now) {
            step(.operator(.halt(.late)), at: now)
            if event == .deadline { due = deadline }
        }
        // A recording goes by its times; what an operator does is newer than a deadline that has only just passed.
        if case .played = event { stepDeadlines(until: time) }
        step(event, at: time)
        stepDeadlines(until: stateMachine.time)
        keepDeadline()
    }

    /// Takes what happened just now.
    public func handle(_ event: DriveEvent) { handle(event, at: clock()) }

    /// The present time of the drive's clock.
    public var now: Microseconds { clock() }

    /// Whether every zero of a halt has been said, and the link has let go of it.
    public var haltHasLeft: Bool { stateMachine.hasSentZeros && link.isEmpty() }

    /// Takes the drive off the loop.
    public func close() {
        timer?.cancel()
        timer = nil
    }

    /// Whether a deadline was missed by far, what happens now is long past, or the machine was suspended. A process
    /// that was stopped in an idle turn has nothing that is late: it may have been told of an input before, and reads
    /// now what has waited there. Who has done something lately has not been stopped for long, and is not asked: it is
    /// a system call.
    private func hasSlept(_ time: Microseconds, _ now: Microseconds) -> Bool {
        let suspended = suspended(), wasSuspendedFor = suspended - lastSuspended
        let wasIdle = lastHandled < now - DriveStateMachine.lateness
        (lastSuspended, lastHandled) = (suspended, now)
        if wasSuspendedFor > DriveStateMachine.lateness || wasIdle && isContinued() { return true }
        if let deadline, now - deadline > DriveStateMachine.lateness { return true }
        return now - max(time, stateMachine.time) > DriveStateMachine.lateness
    }

    private func step(_ event: DriveEvent, at time: Microseconds) {
        let step = stateMachine.step(event, at: time)
        deadline = step.deadline
        for observer in observers { observer.drive(self, took: event, step: step) }
        guard let command = step.command else { return keepLastWord(after: event) }
        // Before its first frame a connection has what stops the arm.
        keepLastWord(after: event)
        let outcome = link.write(command.frame, step.isZero, step.pendingZeros)
        // Before the observers: one that hangs or crashes finds the last word that fits, as often as it is owed still.
        if step.isZero, outcome.isWritten { link.setPending(stateMachine.pendingZerosOnceWritten) }
        if changesLastWord, outcome.isOnItsWay { link.keep(stateMachine.lastWord) }
        if !step.isZero { Watchdog.expectEndOfTurn() }
        for observer in observers { observer.drive(self, sent: command, outcome: outcome) }
        deadline = stateMachine.settle(outcome)
        if outcome == .refused || step.isZero && !outcome.isWritten { link.setPending(stateMachine.pendingZeros) }
        if let event = outcome.step { self.step(.link(event), at: stateMachine.time) }
        if outcome == .gone { takeLastWord(at: stateMachine.time) }
    }

    private func keepLastWord(after event: DriveEvent) {
        switch event {
        case .link(.opened), .link(.up): link.keep(stateMachine.lastWord)
        case .link(.lastWord):
            link.keep(stateMachine.lastWord)
            link.setPending(stateMachine.pendingZeros)
        // The command that was in flight counts as written now, or not at all.
        case .link(.ready), .link(.refused):
            if changesLastWord { link.keep(stateMachine.lastWord) }
            link.setPending(stateMachine.pendingZeros)
        default: break
        }
    }

    /// Whoever has said the last word meanwhile has stopped the arm; the state machine takes note before anything moves
    /// again.
    private func takeLastWord(at time: Microseconds) {
        guard let said = link.takeLastWord() else { return }
        step(.link(.lastWord(sent: said)), at: time)
        due = deadline
    }

    private func stepDeadlines(until time: Microseconds) {
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

    private func keepDeadline() {
        if let deadline { timer?.arm(at: deadline) } else { timer?.disarm() }
    }
}
