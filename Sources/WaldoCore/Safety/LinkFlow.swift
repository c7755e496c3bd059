/// What may be sent over a link that is up.
public enum LinkFlow: Equatable, Sendable {
    /// Everything.
    case flowing
    /// Zeros only: the link has just opened, and what it can confirm is not known yet.
    case opening
    /// Zeros only: the limit of unconfirmed frames is reached.
    case full
    /// Zeros only, and the drive has halted: what was written is not leaving.
    case stalled
}
