/// What one step of the state machine came to.
public struct Step: Equatable, Sendable {
    /// The command that leaves now, if any.
    public var command: Command?
    /// Whether that command moves nothing: no link may hold it.
    public var isZero = false
    /// How often each frame of the last word is owed once the link has taken the command; none while nothing moves, nor
    /// for a zero with a frame of its own.
    public var pendingZeros = ZeroCounts()
    /// When the state machine wants its next `deadline`, nil for never. Not after the step's own time: at once.
    public var deadline: Microseconds?
    /// What is worth telling.
    public var notices: Notices
}
