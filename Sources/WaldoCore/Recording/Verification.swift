/// Feeds a recording's steps through a state machine of today, and compares what that sends, byte for byte and
/// microsecond for microsecond, with what the recording says was sent.
public struct Verification: Sendable {
    /// Where today's state machine and the recording part.
    public enum Difference: Equatable, Sendable {
        /// Today's state machine sends this, and the recording has nothing there.
        case missing(Command, at: Microseconds)
        /// The recording has this, and today's state machine sends nothing there.
        case unexpected(RecordedCommand)
        /// Both send something, and not the same.
        case changed(RecordedCommand, to: Command)
        /// The recording says that the frame carries other numbers than it does.
        case numbers(RecordedCommand)
        /// What the recording says that the link did with a command is not followed by what that means to the state
        /// machine.
        case outcome(RecordedCommand)
        /// The state machine asks for another deadline than the one that the recording took a step for.
        case deadline(at: Microseconds, recorded: Microseconds?, today: Microseconds?)
    }

    private var stateMachine: DriveStateMachine
    private var waiting: (command: Command, at: Microseconds)?
    private var deadline: Microseconds?
    private var pending: RecordedCommand?
    private var hasEnd = false
    /// Steps taken so far.
    public private(set) var steps = 0
    /// Commands compared so far.
    public private(set) var commands = 0

    /// A verification by the arm and the mapping of the recording.
    /// - Parameters:
    ///   - plays: whether it is the recording of a replay.
    ///   - isPlaced: whether the operator had said where the arm stood.
    public init(arm: Arm, mapping: Mapping, plays: Bool = false, isPlaced: Bool = false) {
        stateMachine = DriveStateMachine(arm: arm, mapping: mapping, plays: plays, isPlaced: isPlaced)
    }

    /// Takes the recording's next line; gives where it parts from today's state machine.
    public mutating func take(_ line: RecordedLine) -> Difference? {
        switch line {
        case .step(let step): take(step)
        case .command(let recorded): take(recorded)
        case .event(let event): take(event)
        }
    }

    /// Takes the recording's end. One that was cut off may lack its last command, and what the link did with it.
    public mutating func finish() -> Difference? { hasEnd ? takeWaiting() ?? takeOwed(nil) : nil }

    private mutating func take(_ event: RecordedEvent) -> Difference? {
        if event.event == "end" { hasEnd = true }
        return nil
    }

    private mutating func take(_ recorded: RecordedStep) -> Difference? {
        let difference = takeWaiting() ?? takeOwed(recorded.event) ?? misses(recorded)
        steps += 1
        let step = stateMachine.step(recorded.event, at: recorded.at)
        deadline = step.deadline
        waiting = step.command.map { ($0, recorded.at) }
        return difference
    }

    private mutating func take(_ recorded: RecordedCommand) -> Difference? {
        commands += 1
        guard let (command, at) = waiting else { return .unexpected(recorded) }
        waiting = nil
        guard command == recorded.command, at == recorded.at else {
            deadline = stateMachine.settle(recorded.outcome)
            return .changed(recorded, to: command)
        }
        if recorded.outcome.step != nil { pending = recorded }
        let difference: Difference? = recorded.all == written ? nil : .numbers(recorded)
        deadline = stateMachine.settle(recorded.outcome)
        return difference
    }

    /// What a frame for all channels has just carried.
    private var written: PerChannel<Int32>? {
        guard stateMachine.arm.frame != nil else { return nil }
        return PerChannel(
            slider: stateMachine.written(.slider), zx: stateMachine.written(.zx), zy: stateMachine.written(.zy))
    }

    private mutating func takeOwed(_ event: DriveEvent?) -> Difference? {
        guard let recorded = pending, let step = recorded.outcome.step else { return nil }
        pending = nil
        return event == .link(step) ? nil : .outcome(recorded)
    }

    private mutating func takeWaiting() -> Difference? {
        guard let (command, at) = waiting else { return nil }
        waiting = nil
        deadline = stateMachine.settle(.written)
        return .missing(command, at: at)
    }

    /// A step for a deadline that today's state machine has not asked for, or none for one that it waits for in vain.
    /// One that was missed because the process slept is followed by a halt that says so.
    private func misses(_ step: RecordedStep) -> Difference? {
        if step.event == .deadline {
            return step.due == deadline ? nil : .deadline(at: step.at, recorded: step.due, today: deadline)
        }
        // A loop that has hung finds that the last word was said for it.
        if case .link(.lastWord) = step.event { return nil }
        guard let deadline, step.at - deadline > DriveStateMachine.lateness, step.event != .operator(.halt(.late))
        else {
            return nil
        }
        return .deadline(at: step.at, recorded: nil, today: deadline)
    }
}
