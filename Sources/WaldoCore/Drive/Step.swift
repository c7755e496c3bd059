public import WaldoTime

/// The result of one step of the state machine.
public struct Step: Equatable, Sendable {
    /// The command to send now, if any.
    public var command: Command?
    /// Whether to send the state machine's `proposedBytes` now, instead of a command.
    public var sendsBytes = false
    /// Whether `command` is a zero frame, which no link may hold back.
    public var isZero = false
    /// How many times each of the failsafe frames still has to be sent once the link has taken the command; none while
    /// nothing moves, and none for a zero frame that carries one channel.
    public var pendingZeros = ZeroCounts()
    /// When the state machine needs its next `deadline` event; nil: never. Not after the step's own time: at once.
    public var deadline: Instant?
    /// What screens and logs report of this step.
    public var notices: Notices
}
