/// Tells the zero frames of a recording from its motion frames, which a recording does not say, by running its steps
/// through a state machine.
public struct ZeroTrace: Sendable {
    private var stateMachine: DriveStateMachine
    private var proposed: (command: Command, isZero: Bool)?

    /// Creates a trace for the arm and the mapping of a recording.
    /// - Parameters:
    ///   - isPlayed: whether it is the recording of a replay.
    ///   - startIsConfirmed: whether the operator had confirmed where the arm was.
    ///   - rules: those of the recording.
    public init(arm: Arm, mapping: Mapping, isPlayed: Bool, startIsConfirmed: Bool, rules: DriveRules) {
        stateMachine = DriveStateMachine(
            arm: arm, mapping: mapping, isPlayed: isPlayed, startIsConfirmed: startIsConfirmed, rules: rules)
    }

    mutating func follow(_ step: RecordedStep) {
        let result = stateMachine.step(step.event, at: step.at)
        proposed = result.command.map { ($0, result.isZero) }
    }

    mutating func follow(_ sent: RecordedBytes) { stateMachine.conclude(sent.outcome) }

    /// Whether the recording's next command is a zero frame; nil: the present state machine does not send it.
    mutating func isZero(_ recorded: RecordedCommand) -> Bool? {
        guard let (command, isZero) = proposed, command == recorded.command else { return nil }
        proposed = nil
        stateMachine.conclude(recorded.outcome)
        return isZero
    }
}
