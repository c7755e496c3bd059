/// Why a control moves nothing, or that it does.
public enum GateState: Equatable, Sendable {
    /// The control is live.
    case open
    /// At rest, but not yet for long enough.
    case settling
    /// An axis or key has to be let go first.
    case held
    /// The link is not up.
    case link
    /// The link is up, and what was written does not leave.
    case stalled
    /// The input is not there.
    case input
    /// Stopped; only a resume ends it.
    case stopped
    /// The enable key is not held.
    case enable
    /// The drive is ending.
    case ending

    /// The state's name in JSON Lines and recordings.
    public var word: StaticString {
        switch self {
        case .open: "open"
        case .settling: "settling"
        case .held: "held"
        case .link: "link"
        case .stalled: "stalled"
        case .input: "input"
        case .stopped: "stopped"
        case .enable: "enable"
        case .ending: "ending"
        }
    }
}
