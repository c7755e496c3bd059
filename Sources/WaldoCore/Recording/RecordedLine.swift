/// One line of a recording, after its header.
public enum RecordedLine: Equatable, Sendable {
    /// The road took a step.
    case step(RecordedStep)
    /// A step sent a command.
    case command(RecordedCommand)
    /// Something that bears on no command: told for whoever reads the recording.
    case remark(Remark)
}

/// A step of the road. The steps of a recording are all that replaying it needs.
public struct RecordedStep: Equatable, Sendable {
    /// The step's time, since the recording began.
    public var at: Microseconds
    /// What happened.
    public var event: RoadEvent
    /// With `deadline`: the moment that the road had asked for. The step comes a little later.
    public var due: Microseconds?

    /// A step of these parts.
    public init(at: Microseconds, event: RoadEvent, due: Microseconds? = nil) {
        self.at = at
        self.event = event
        self.due = due
    }
}

/// A command, and what the link did with it.
public struct RecordedCommand: Equatable, Sendable {
    /// The time of the step that sent it, since the recording began.
    public var at: Microseconds
    /// What was sent.
    public var command: Command
    /// What the link did with it.
    public var outcome: WriteOutcome
    /// Where one frame carries all channels: the number of each. Else nil.
    public var all: PerChannel<Int32>?

    /// A command of these parts.
    public init(
        at: Microseconds, command: Command, outcome: WriteOutcome = .written, all: PerChannel<Int32>? = nil
    ) {
        self.at = at
        self.command = command
        self.outcome = outcome
        self.all = all
    }
}

/// What a drive told: a state of its link or input, what the shield said, its end.
public struct Remark: Equatable, Sendable {
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

    /// A remark of these parts.
    public init(at: Microseconds, event: String, state: String = "", bytes: [UInt8] = [], status: Int32? = nil) {
        self.at = at
        self.event = event
        self.state = state
        self.bytes = bytes
        self.status = status
    }
}
