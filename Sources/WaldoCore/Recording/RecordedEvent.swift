/// What a drive told: a state of its link or input, what the shield said, its end.
public struct RecordedEvent: Equatable, Sendable {
    /// When it was told, since the recording began.
    public var at: Microseconds
    /// What it is about: `link`, `input`, `notify`, `halt`, `stop`, `end` and the like.
    public var event: String
    /// `link`, `input`: the new state. `halt`: the reason.
    public var state: String
    /// `notify`: the bytes.
    public var bytes: [UInt8]
    /// `end`: the exit status.
    public var status: Int32?

    /// A recorded event of these parts.
    public init(at: Microseconds, event: String, state: String = "", bytes: [UInt8] = [], status: Int32? = nil) {
        self.at = at
        self.event = event
        self.state = state
        self.bytes = bytes
        self.status = status
    }
}
