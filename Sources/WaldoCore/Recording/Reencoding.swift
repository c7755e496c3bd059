public import WaldoTime

/// Encodes a recording's operator for another arm or mapping: the same inputs, stops and losses at the same times, with
/// deadlines of its own and a link that always takes the next command.
public struct Reencoding: Sendable {
    private var stateMachine: DriveStateMachine
    private var deadline: Instant?

    /// Creates a re-encoding for this arm and mapping.
    /// - Parameters:
    ///   - startIsConfirmed: whether the operator has confirmed where the arm was.
    ///   - rules: the rules that the drive is encoded under.
    public init(arm: Arm, mapping: Mapping, startIsConfirmed: Bool = false, rules: DriveRules = .present) {
        stateMachine = DriveStateMachine(arm: arm, mapping: mapping, startIsConfirmed: startIsConfirmed, rules: rules)
    }

    /// Runs a recording's next step; `sent` receives each command that is sent up to its time.
    public mutating func encode(_ step: RecordedStep, _ sent: (RecordedCommand) -> Void) {
        run(until: step.at, sent)
        switch step.event {
        case .deadline, .link(.busy), .link(.ready), .link(.refused), .link(.windowFull), .link(.stalled),
            .link(.flowing), .link(.failsafe), .sensor:
            return
        // A link that always takes the next command flows from the start.
        case .link(.opened(let takenOver)): self.step(.link(.up(takenOver: takenOver)), at: step.at, sent)
        case .link(.up), .link(.down), .input, .inputAdded, .inputLost, .inputSilent, .inputHeard, .inputResynced,
            .finger, .operator, .halt, .played, .replayed, .reported, .unreported, .answered, .shutdown:
            self.step(step.event, at: step.at, sent)
        }
        run(until: step.at, sent)
    }

    /// Ends the recording; `sent` receives each command that would have been sent until `end`.
    public mutating func finish(at end: Instant, _ sent: (RecordedCommand) -> Void) { run(until: end, sent) }

    private mutating func run(until end: Instant, _ sent: (RecordedCommand) -> Void) {
        while let deadline, deadline <= max(end, stateMachine.time) {
            step(.deadline, at: deadline, sent)
        }
    }

    private mutating func step(_ event: DriveEvent, at time: Instant, _ sent: (RecordedCommand) -> Void) {
        let step = stateMachine.step(event, at: time)
        deadline = step.deadline
        guard let command = step.command else { return }
        deadline = stateMachine.conclude(.written)
        sent(RecordedCommand(at: stateMachine.time, command: command))
    }
}
