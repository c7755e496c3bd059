public import WaldoCore
public import WaldoTime

/// What a simulated arm acted on.
public struct SimulatedAct: Equatable, Sendable {
    /// What happened.
    public enum Kind: Equatable, Sendable {
        /// A frame set a channel to a number in units of 10^-decimals, or began (1) or ended (0) an action.
        case set(Channel, Int32)
        /// A frame stopped all velocities.
        case halt
        /// The watchdog stopped a velocity.
        case watchdog(Channel)
        /// The board has heard nothing for too long, and did this to all channels.
        case silence(BoardSilence.Action)
    }

    /// When.
    public var at: Instant
    /// What.
    public var kind: Kind

    /// Creates an act.
    public init(at: Instant, _ kind: Kind) { (self.at, self.kind) = (at, kind) }
}
