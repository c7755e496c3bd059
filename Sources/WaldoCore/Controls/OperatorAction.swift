/// What an operator, a screen or a signal asks of the state machine.
public enum OperatorAction: Equatable, Sendable {
    /// A halt that latches.
    case stop
    /// The end of a stop, if the controls are at rest.
    case resume
    /// The recentring key goes down or up.
    case recentre(down: Bool)
    /// A halt for a reason that lies outside the state machine.
    case halt(HaltReason)
}
