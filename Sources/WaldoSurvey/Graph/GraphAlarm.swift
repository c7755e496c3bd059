public import WaldoTime

/// When an alarm is raised, and when it clears.
public struct GraphAlarm: Equatable, Sendable {
    /// It is raised by a value above or below these levels, in the input's unit; nil: by none.
    public var above: Double?, below: Double?
    /// A value at which it clears again, on the other side of the level; nil: the level itself.
    public var clear: Double?
    /// How long a level must be exceeded without a break.
    public var hold: TimeSpan
    /// It is raised when no valid value has come for this long; nil: silence is no reason.
    public var silent: TimeSpan?
    /// Whether it halts the arm.
    public var halts: Bool
    /// Whether values of a window that is not full are compared, too.
    public var acceptsPartial: Bool

    /// Creates an alarm from its parts.
    public init(
        above: Double? = nil, below: Double? = nil, clear: Double? = nil, hold: TimeSpan = .zero,
        silent: TimeSpan? = nil, halts: Bool = false, acceptsPartial: Bool = false
    ) {
        self.above = above
        self.below = below
        self.clear = clear
        self.hold = hold
        self.silent = silent
        self.halts = halts
        self.acceptsPartial = acceptsPartial
    }
}
