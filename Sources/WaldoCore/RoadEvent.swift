/// Everything that can happen to the road. Each is handed in with its time, and nothing else influences a command: a
/// recording of these replays byte for byte.
public enum RoadEvent: Equatable, Sendable {
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

/// What a link says of itself.
public enum LinkEvent: Equatable, Sendable {
    /// It takes commands. `takenOver`: the shield was connected before we came, and what it was told is unknown.
    case up(takenOver: Bool)
    /// It takes zeros, and everything once it flows. `takenOver` as with `up`.
    case opened(takenOver: Bool)
    /// It is gone, with everything that was on its way.
    case down
    /// It takes the next command.
    case ready
    /// It has the last command, and takes the next one when it is ready.
    case busy
    /// It has not taken the last command, and takes one when it is ready.
    case refused
    /// As much is on its way unconfirmed as may be: no motion until it flows. Zeros it takes as before.
    case held
    /// What is on its way does not leave: a halt, and no motion until it flows. Zeros it takes as before.
    case stalled
    /// What was on its way has left: motion may go again.
    case flowing
    /// The last word was said without the state machine, each of its frames so often.
    case lastWord(said: ZeroCounts)

    /// The event's name in recordings and exports.
    public var word: StaticString {
        switch self {
        case .up: "up"
        case .opened: "opened"
        case .down: "down"
        case .ready: "ready"
        case .busy: "busy"
        case .refused: "refused"
        case .held: "held"
        case .stalled: "stalled"
        case .flowing: "flowing"
        case .lastWord: "last-word"
        }
    }
}

/// What an operator, a screen or a signal asks of the road.
public enum OperatorAction: Equatable, Sendable {
    /// A halt that latches.
    case stop
    /// The end of a stop, if the controls are at rest.
    case resume
    /// The recentring key goes down or up.
    case recentre(down: Bool)
    /// A halt for a reason that lies outside the road.
    case halt(HaltReason)
}
