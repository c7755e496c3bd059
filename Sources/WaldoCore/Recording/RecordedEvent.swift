/// An event that a drive reported: a state of its link or input, a notification from the peripheral, its end.
public struct RecordedEvent: Equatable, Sendable {
    /// When it was reported, since the recording began.
    public var at: Microseconds
    /// The event's name: `link`, `input`, `notify`, `halt`, `stop`, `end` and the like.
    public var event: String
    /// `link`, `input`: the new state. `halt`: the reason.
    public var state: String
    /// `notify`: the bytes.
    public var bytes: [UInt8]
    /// `end`: the exit status.
    public var status: Int32?

    /// Creates a recorded event from its parts.
    public init(at: Microseconds, event: String, state: String = "", bytes: [UInt8] = [], status: Int32? = nil) {
        self.at = at
        self.event = event
        self.state = state
        self.bytes = bytes
        self.status = status
    }
}
