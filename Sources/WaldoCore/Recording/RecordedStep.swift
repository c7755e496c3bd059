public import WaldoTime

/// A step of the state machine. The steps of a recording are all that a replay of it needs.
public struct RecordedStep: Equatable, Sendable {
    /// The step's time on the recording's clock.
    public var at: Instant
    /// What happened.
    public var event: DriveEvent
    /// With `deadline`: the deadline that the state machine had returned. The step comes a little later.
    public var due: Instant?

    /// Creates a recorded step from its parts.
    public init(at: Instant, event: DriveEvent, due: Instant? = nil) {
        self.at = at
        self.event = event
        self.due = due
    }
}
