/// What a link did with a command, reported at once.
public enum WriteOutcome: CaseIterable, Equatable, Sendable {
    /// Sent; the link takes the next command.
    case written
    /// Sent; the link takes the next command only after it has reported `ready`.
    case inFlight
    /// Sent, and the limit of unconfirmed frames is reached: the link takes zeros only until it reports `flowing`.
    case writtenLast
    /// Not taken; the link reports `ready` when it takes commands again.
    case refused
    /// Not taken: the link is lost.
    case gone

    /// The outcome's name in recordings.
    public var name: StaticString {
        switch self {
        case .written: "written"
        case .inFlight: "in-flight"
        case .writtenLast: "written-last"
        case .refused: "refused"
        case .gone: "gone"
        }
    }

    /// The link event that the state machine handles as its next step; nil: none, the command is simply sent.
    public var linkEvent: LinkEvent? {
        switch self {
        case .written: nil
        case .inFlight: .busy
        case .writtenLast: .windowFull
        case .refused: .refused
        case .gone: .down
        }
    }

    /// Whether the command was sent and cannot be refused any more.
    public var isWritten: Bool { self == .written || self == .writtenLast }

    /// Whether the command was sent, even if the link can still refuse it.
    public var isSent: Bool {
        switch self {
        case .written, .inFlight, .writtenLast: true
        case .refused, .gone: false
        }
    }
}
