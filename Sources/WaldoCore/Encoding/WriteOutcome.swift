/// What a link did with a command, told at once.
public enum WriteOutcome: CaseIterable, Equatable, Sendable {
    /// It is on its way, and the link takes the next one.
    case written
    /// It is on its way; the link takes the next one only after it has said that it is ready.
    case inFlight
    /// It is on its way, and as much is as may be: the link takes zeros only until it has said that it flows.
    case writtenLast
    /// It was not taken; the link says when it is ready.
    case refused
    /// It was not taken: the link is gone.
    case gone

    /// The outcome's name in recordings.
    public var word: StaticString {
        switch self {
        case .written: "written"
        case .inFlight: "in-flight"
        case .writtenLast: "written-last"
        case .refused: "refused"
        case .gone: "gone"
        }
    }

    /// What it means to the state machine, which takes it as its next step; nil: nothing more than that the command has
    /// gone.
    public var step: LinkEvent? {
        switch self {
        case .written: nil
        case .inFlight: .busy
        case .writtenLast: .held
        case .refused: .refused
        case .gone: .down
        }
    }

    /// Whether the command is out of this side's hands for good.
    public var isWritten: Bool { self == .written || self == .writtenLast }

    /// Whether the command is on its way.
    public var isOnItsWay: Bool {
        switch self {
        case .written, .inFlight, .writtenLast: true
        case .refused, .gone: false
        }
    }
}
