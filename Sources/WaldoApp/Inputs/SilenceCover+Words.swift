package import WaldoInput

extension SilenceCover {
    /// What a list says of a pad.
    package var words: String {
        switch self {
        case .reports: "silence: halts"
        case .unreadable(let node): "silence: not told, \(node) may not be read"
        case .none: "silence: not told"
        }
    }

    /// Its name in JSON.
    var key: String {
        switch self {
        case .reports: "halts"
        case .unreadable: "unreadable"
        case .none: "unknown"
        }
    }
}
