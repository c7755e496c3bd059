public import WaldoTime

/// An event that a drive reported: a state of its link or input, a halt, its end.
public struct RecordedEvent: Equatable, Sendable {
    /// When it was reported, on the recording's clock.
    public var at: Instant
    /// The event's word: one of `EventName`, or another in a recording of a later version.
    public var event: String
    /// `link`, `input`: the new state. `halt`: the reason. `stop`: what has stopped.
    public var state: String
    /// `end`: the exit status.
    public var status: Int32?

    /// Creates a recorded event from its parts.
    public init(at: Instant, event: String, state: String = "", status: Int32? = nil) {
        self.at = at
        self.event = event
        self.state = state
        self.status = status
    }

    /// The event's name; nil: this version does not know it.
    public var name: EventName? { EventName(rawValue: event) }
}
