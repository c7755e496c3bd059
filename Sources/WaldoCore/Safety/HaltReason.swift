/// Why every velocity channel was set to zero.
public enum HaltReason: Equatable, Sendable {
    /// The operator's stop.
    case stop
    /// The input has gone.
    case inputLost
    /// The link has gone; nothing can be sent.
    case linkLost
    /// The link is back, or was taken over: what the arm was told last is unknown.
    case linkBack
    /// The enable key was let go.
    case enable
    /// The loop came back long after its deadline: the process or the machine was asleep.
    case late
    /// The program is about to be suspended.
    case suspended
    /// The terminal or another part that the drive needs has gone.
    case failure
    /// The drive ends.
    case ending
}
