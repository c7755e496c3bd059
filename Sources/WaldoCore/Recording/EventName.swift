/// The events of a drive that JSON Lines and recordings have beside its commands and steps, by their words:
/// `{"event":"halt","t":1,"reason":"late"}`. A recording of a later version may have others.
public enum EventName: String, CaseIterable, Sendable {
    // What the state machine reports.
    case stop, resume, halt, dropped, profile, precision, gate, parking, position, fence, joint
    // What happens around it.
    case link, input, battery, note, spot, delivery, end
    /// The peripheral sent bytes.
    case notify
    /// Bytes were sent that no channel sends. The word is from the time when all of them were for a sensor.
    case bytes = "sensor"
    /// Zero frames were sent without the state machine.
    case failsafe = "last-word"
}
