public import WaldoTime

/// Runs a recording's steps through the present state machine, and compares what that sends with what was recorded as
/// sent, byte for byte and microsecond for microsecond.
public struct Verification: Sendable {
    /// Where the present state machine and the recording differ.
    public enum Difference: Equatable, Sendable {
        /// The state machine sends this, and the recording has nothing there.
        case missing(Command, at: Instant)
        /// The recording has this, and the state machine sends nothing there.
        case unexpected(RecordedCommand)
        /// Both send something, but not the same.
        case changed(RecordedCommand, to: Command)
        /// The recording lists other numbers than the frame carries.
        case numbers(RecordedCommand)
        /// The recorded outcome of a command is not followed by the link event that it leads to.
        case outcome(RecordedCommand)
        /// The bytes that no channel sends differ from the recorded ones; nil: there are none.
        case bytes(at: Instant, recorded: Frame?, today: Frame?)
        /// The state machine's deadline is not the one that the recording has a step for.
        case deadline(at: Instant, recorded: Instant?, today: Instant?)
    }

    private var stateMachine: DriveStateMachine
    private var waiting: (command: Command, at: Instant)?
    private var waitingBytes: (bytes: Frame, at: Instant)?
    private var deadline: Instant?
    /// The link event that the last outcome leads to, and the difference if it does not follow.
    private var pending: (event: LinkEvent, difference: Difference)?
    private var hasEnd = false
    /// Steps run so far.
    public private(set) var steps = 0
    /// Commands compared so far.
    public private(set) var commands = 0

    /// Creates a verification for the arm and the mapping of a recording.
    /// - Parameters:
    ///   - isPlayed: whether it is the recording of a replay.
    ///   - startIsConfirmed: whether the operator had confirmed where the arm was.
    ///   - rules: those of the recording.
    public init(
        arm: Arm, mapping: Mapping, isPlayed: Bool = false, startIsConfirmed: Bool = false, rules: DriveRules = .present
    ) {
        stateMachine = DriveStateMachine(
            arm: arm, mapping: mapping, isPlayed: isPlayed, startIsConfirmed: startIsConfirmed, rules: rules)
    }

    /// Checks the recording's next line; returns how it differs from the present state machine, nil if it does not.
    public mutating func compare(_ line: RecordedLine) -> Difference? {
        switch line {
        case .step(let step): compare(step)
        case .command(let recorded): compare(recorded)
        case .bytes(let recorded): compare(recorded)
        case .notification: nil
        case .event(let event): compare(event)
        }
    }

    /// Checks the recording's end. A recording that was cut off may lack its last command and that command's outcome.
    public mutating func finish() -> Difference? { hasEnd ? takeWaiting() ?? takePending(nil) : nil }

    private mutating func compare(_ event: RecordedEvent) -> Difference? {
        if event.name == .end { hasEnd = true }
        return nil
    }

    private mutating func compare(_ recorded: RecordedStep) -> Difference? {
        let difference = takeWaiting() ?? takePending(recorded.event) ?? misses(recorded)
        steps += 1
        let step = stateMachine.step(recorded.event, at: recorded.at)
        deadline = step.deadline
        waiting = step.command.map { ($0, recorded.at) }
        waitingBytes = step.sendsBytes ? (stateMachine.proposedBytes, recorded.at) : nil
        return difference
    }

    private mutating func compare(_ recorded: RecordedCommand) -> Difference? {
        commands += 1
        guard let (command, at) = waiting else { return .unexpected(recorded) }
        waiting = nil
        guard command == recorded.command, at == recorded.at else {
            deadline = stateMachine.conclude(recorded.outcome)
            return .changed(recorded, to: command)
        }
        pending = recorded.outcome.linkEvent.map { ($0, .outcome(recorded)) }
        let difference: Difference? = recorded.all == written ? nil : .numbers(recorded)
        deadline = stateMachine.conclude(recorded.outcome)
        return difference
    }

    private mutating func compare(_ recorded: RecordedBytes) -> Difference? {
        let today = waitingBytes
        waitingBytes = nil
        let difference = Difference.bytes(at: recorded.at, recorded: recorded.bytes, today: today?.bytes)
        guard let today else { return difference }
        pending = recorded.outcome.linkEvent.map { ($0, difference) }
        deadline = stateMachine.conclude(recorded.outcome)
        return today == (recorded.bytes, recorded.at) ? nil : difference
    }

    /// The numbers that a frame for all channels has just carried; nil for an arm without such a frame.
    private var written: PerChannel<Int32>? {
        guard stateMachine.arm.frame != nil else { return nil }
        return stateMachine.allWritten
    }

    private mutating func takePending(_ event: DriveEvent?) -> Difference? {
        guard let (expected, difference) = pending else { return nil }
        pending = nil
        return event == .link(expected) ? nil : difference
    }

    private mutating func takeWaiting() -> Difference? {
        if let (bytes, at) = waitingBytes {
            waitingBytes = nil
            deadline = stateMachine.conclude(.written)
            return .bytes(at: at, recorded: nil, today: bytes)
        }
        guard let (command, at) = waiting else { return nil }
        waiting = nil
        deadline = stateMachine.conclude(.written)
        return .missing(command, at: at)
    }

    /// Reports a deadline step that the state machine did not ask for, or a deadline without a step. A deadline that
    /// was missed because the process slept is followed by a halt with the reason `late`, and is no difference.
    private func misses(_ step: RecordedStep) -> Difference? {
        if step.event == .deadline {
            return step.due == deadline ? nil : .deadline(at: step.at, recorded: step.due, today: deadline)
        }
        // After a hang the loop first handles the failsafe frames that were sent for it.
        if case .link(.failsafe) = step.event { return nil }
        guard let deadline, step.at - deadline > DriveStateMachine.maxLateness, step.event != .halt(.late)
        else {
            return nil
        }
        return .deadline(at: step.at, recorded: nil, today: deadline)
    }
}
