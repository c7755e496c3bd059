/// What one step of the road came to.
public struct Step: Equatable, Sendable {
    /// The command that leaves now, if any.
    public var command: Command?
    /// Whether that command moves nothing: no link may hold it.
    public var isStop = false
    /// How often each frame of the last word is owed once the link has taken the command; none while nothing moves, nor for a
    /// zero with a frame of its own.
    public var owedZeros = ZeroCounts()
    /// When the road wants its next `deadline`, nil for never. Not after the step's own time: at once.
    public var deadline: Microseconds?
    /// What is worth telling.
    public var notices: Notices
}

/// What a step changed that screens and logs tell.
public struct Notices: OptionSet, Sendable {
    /// One bit a notice.
    public let rawValue: UInt16

    /// Notices from their bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// A control's gate has another state.
    public static let gate = Notices(rawValue: 1)
    /// The velocities were set to zero; `Road.lastHalt` says why.
    public static let halt = Notices(rawValue: 2)
    /// A stop was latched.
    public static let stop = Notices(rawValue: 4)
    /// A stop was ended.
    public static let resume = Notices(rawValue: 8)
    /// A resume was refused: a control is not at rest.
    public static let resumeRefused = Notices(rawValue: 16)
    /// A held position came to rest somewhere else.
    public static let position = Notices(rawValue: 32)
    /// A pending command was dropped.
    public static let dropped = Notices(rawValue: 64)
}
