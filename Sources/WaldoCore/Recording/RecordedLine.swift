/// One line of a recording, after its header.
public enum RecordedLine: Equatable, Sendable {
    /// The state machine took a step.
    case step(RecordedStep)
    /// A step sent a command.
    case command(RecordedCommand)
    /// A step sent bytes that no channel sends.
    case bytes(RecordedBytes)
    /// The peripheral sent bytes.
    case notification(RecordedNotification)
    /// Another event that affects no command, recorded for the reader.
    case event(RecordedEvent)
}
