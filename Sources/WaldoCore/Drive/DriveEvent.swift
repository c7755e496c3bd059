/// Everything that can happen to the state machine. Each is handed in with its time, and nothing else influences a
/// command: a recording of these replays byte for byte.
public enum DriveEvent: Equatable, Sendable {
    /// A change at the input.
    case input(InputEvent)
    /// An input is there; this is how it stands.
    case inputAdded(InputState)
    /// The input has gone.
    case inputLost
    /// Changes were missed; this is how the input stands now.
    case inputResynced(InputState)
    /// A finger on the panel.
    case finger(FingerEvent)
    /// The deadline of the step before has come.
    case deadline
    /// The link has changed.
    case link(LinkEvent)
    /// The operator, by other means than the input, or the program in the operator's place.
    case `operator`(OperatorAction)
    /// A recording that is played has come to other numbers of channels, in units of 10^-decimals; nil: unchanged.
    case played(PerChannel<Int32?>)
    /// The drive ends: halt, and nothing after it.
    case shutdown
}
