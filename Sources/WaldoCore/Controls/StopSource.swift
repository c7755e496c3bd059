/// What holds an emergency stop down, other than a key of the input, and reports that it is let go.
public enum StopSource: UInt8, CaseIterable, Equatable, Sendable {
    /// A key of a terminal that reports releases.
    case terminal
    /// A key of a terminal that does not: its release is guessed, and key repeat may go on.
    case repeatedKey
    /// A finger on a page of the panel.
    case page

    /// Its name in recordings.
    public var name: StaticString {
        switch self {
        case .terminal: "terminal"
        case .repeatedKey: "repeated-key"
        case .page: "page"
        }
    }
}
