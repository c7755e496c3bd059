/// One line of a recording, after its header.
public enum RecordedLine: Equatable, Sendable {
    /// The state machine took a step.
    case step(RecordedStep)
    /// A step sent a command.
    case command(RecordedCommand)
    /// Something that bears on no command: told for whoever reads the recording.
    case event(RecordedEvent)
}
