public import WaldoTime

/// A command, and what the link did with it.
public struct RecordedCommand: Equatable, Sendable {
    /// The time of the step that sent it, on the recording's clock.
    public var at: Instant
    /// What was sent.
    public var command: Command
    /// What the link did with it.
    public var outcome: WriteOutcome
    /// The number of each channel, when one frame carries all; else nil.
    public var all: PerChannel<Int32>?

    /// Creates a recorded command from its parts.
    public init(
        at: Instant, command: Command, outcome: WriteOutcome = .written, all: PerChannel<Int32>? = nil
    ) {
        self.at = at
        self.command = command
        self.outcome = outcome
        self.all = all
    }
}
