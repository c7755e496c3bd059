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
    case lastWord(sent: ZeroCounts)

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
