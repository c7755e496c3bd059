/// What may leave over a link that is up.
public enum LinkFlow: Equatable, Sendable {
    /// Everything.
    case flowing
    /// Zeros only: it has just opened, and what it can confirm is not known yet.
    case opening
    /// Zeros only: as much is on its way unconfirmed as may be.
    case full
    /// Zeros only, and the drive has halted: what was written does not leave.
    case stalled
}
