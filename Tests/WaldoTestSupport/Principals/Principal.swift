/// Who may come near what Waldo keeps and moves, by what he was given.
public enum Principal: String, CaseIterable, Sendable {
    case station = "A station"
    case collector = "A collector"
    case reader = "A reader"
    case owner = "The owner"
    case viewer = "A viewer"
    case driver = "The driver"
    case guest = "A guest of the panel"
    case localUser = "Another local user"
    case sender = "The sender of a file"

    /// What he has, in one sentence.
    public var means: String {
        switch self {
        case .station: "Has the credentials of one station at the broker."
        case .collector: "Has the credentials of a collector at the broker and in the database."
        case .reader: "Has a login of the database that only reads."
        case .owner: "Owns the database, and its job runs as him."
        case .viewer: "Has the panel's token; another page drives."
        case .driver: "Has the panel's token, and his page drives."
        case .guest: "Reaches the panel's address, and has no token."
        case .localUser: "Has an account on the machine, without privileges."
        case .sender: "Has a file opened by somebody else."
        }
    }
}
