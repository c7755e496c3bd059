/// Whether a control is live, and if not, why.
public enum GateState: UInt8, Sendable {
    /// The control is live.
    case open
    /// At rest, but not yet for long enough.
    case settling
    /// An axis, key or finger has to be released first.
    case held
    /// The link is down or still opening.
    case link
    /// The link is stalled: what was written is not leaving.
    case stalled
    /// There is no input, or it is silent.
    case input
    /// Emergency stop; only a resume ends it.
    case stopped
    /// The enable key is not held.
    case enable
    /// The control belongs to another profile than the one in force.
    case profile
    /// The drive is ending.
    case ending
    /// The arm is sent its first steps, or has not reported its position yet.
    case begin
    /// The arm is being parked.
    case parking

    /// The state's name in JSON Lines and recordings.
    public var name: StaticString {
        switch self {
        case .open: "open"
        case .settling: "settling"
        case .held: "held"
        case .link: "link"
        case .stalled: "stalled"
        case .input: "input"
        case .stopped: "stopped"
        case .enable: "enable"
        case .profile: "profile"
        case .ending: "ending"
        case .begin: "begin"
        case .parking: "parking"
        }
    }
}
