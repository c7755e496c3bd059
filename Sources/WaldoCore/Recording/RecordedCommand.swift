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
