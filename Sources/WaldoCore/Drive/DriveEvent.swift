/// Every input of the state machine. Each comes with its time, and nothing else influences a command, so a recording of
/// these events replays byte for byte.
public enum DriveEvent: Equatable, Sendable {
    /// A change of the input.
    case input(InputEvent)
    /// An input was connected, in this state.
    case inputAdded(InputState)
    /// The input was lost.
    case inputLost
    /// The input is connected, but its device has stopped sending: its last reported state can no longer be trusted.
    case inputSilent
    /// The device of a silent input sends again.
    case inputHeard
    /// Changes of the input were missed; this is its present state.
    case inputResynced(InputState)
    /// A touch on the panel.
    case finger(FingerEvent)
    /// The deadline that the previous step returned has passed.
    case deadline
    /// The link reports a change.
    case link(LinkEvent)
    /// A request from the operator by means other than the input, or from the program on the operator's behalf.
    case `operator`(OperatorAction)
    /// A halt for a reason outside of the state machine.
    case halt(HaltReason)
    /// A recording being played sets channels to these numbers, in units of 10^-decimals; nil: unchanged.
    case played(PerChannel<Int32?>)
    /// A recording being played sends a motion frame again.
    case replayed(PlayedMotion)
    /// The arm reports where positions stand, in units of 10^-decimals; nil: not in this report.
    case reported(PerChannel<Int32?>)
    /// The arm, which is asked for its positions, has not reported them in time: motion waits for them again.
    case unreported
    /// The arm gives the answer that a step of `begin` or `end`, or the next motion, waits for.
    case answered
    /// A sensor on the arm's peripheral needs these bytes; they are sent once the arm's pacing allows it.
    case sensor(Frame)
    /// The drive ends: the arm halts, and no motion follows.
    case shutdown
}
