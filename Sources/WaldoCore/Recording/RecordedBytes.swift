public import WaldoTime

/// Bytes that no channel sends, and what the link did with them: a step of the arm's `begin` or `end`, the question for
/// its position, or bytes for a sensor on its peripheral.
public struct RecordedBytes: Equatable, Sendable {
    /// The time of the step that sent them, on the recording's clock.
    public var at: Instant
    /// What was sent.
    public var bytes: Frame
    /// What the link did with it.
    public var outcome: WriteOutcome

    /// Creates a record from its parts.
    public init(at: Instant, bytes: Frame, outcome: WriteOutcome = .written) {
        self.at = at
        self.bytes = bytes
        self.outcome = outcome
    }

    /// The same as an event, for exports.
    public var asEvent: RecordedEvent {
        RecordedEvent(at: at, event: EventName.bytes.rawValue, state: HexText.text(of: bytes.bytes))
    }
}
