/// A part of the measurement of a link.
public enum ShieldPhase: String, CaseIterable, Sendable {
    /// One frame at a time, each after the answer to the one before it.
    case single
    /// A stream at the arm's rate limit.
    case paced
    /// A stream as fast as the link and the answers allow.
    case fast
    /// Nothing is sent after a velocity, until the board's watchdog stops it.
    case silence
    /// The link is closed and opened again.
    case reconnects
}
