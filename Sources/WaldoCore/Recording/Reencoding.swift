/// What another arm or mapping would have made of a recording's operator: the same inputs, stops and losses at the same
/// times, with deadlines of its own and a link that always takes the next command.
public struct Reencoding: Sendable {
    private var stateMachine: DriveStateMachine
    private var deadline: Microseconds?

    /// A state machine of this arm and mapping.
    /// - Parameter isPlaced: whether the operator has said where the arm stood.
    public init(arm: Arm, mapping: Mapping, isPlaced: Bool = false) {
        stateMachine = DriveStateMachine(arm: arm, mapping: mapping, isPlaced: isPlaced)
    }

    /// Takes a recording's next step, and tells each command that leaves up to its time.
    public mutating func take(_ step: RecordedStep, _ sent: (RecordedCommand) -> Void) {
        run(until: step.at, sent)
        switch step.event {
        case .deadline, .link(.busy), .link(.ready), .link(.refused), .link(.held), .link(.stalled), .link(.flowing),
            .link(.lastWord):
            return
        default: break
        }
        // A link that always takes the next command flows from the first.
        if case .link(.opened(let takenOver)) = step.event {
            self.step(.link(.up(takenOver: takenOver)), at: step.at, sent)
        } else {
            self.step(step.event, at: step.at, sent)
        }
        run(until: step.at, sent)
    }

    /// Takes the recording's end, and tells what would have left until `end`.
    public mutating func finish(at end: Microseconds, _ sent: (RecordedCommand) -> Void) { run(until: end, sent) }

    private mutating func run(until end: Microseconds, _ sent: (RecordedCommand) -> Void) {
        while let deadline, deadline <= max(end, stateMachine.time) {
            step(.deadline, at: deadline, sent)
        }
    }

    private mutating func step(_ event: DriveEvent, at time: Microseconds, _ sent: (RecordedCommand) -> Void) {
        let step = stateMachine.step(event, at: time)
        deadline = step.deadline
        guard let command = step.command else { return }
        deadline = stateMachine.settle(.written)
        sent(RecordedCommand(at: stateMachine.time, command: command))
    }
}
