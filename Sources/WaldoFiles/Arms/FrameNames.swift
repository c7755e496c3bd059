internal import WaldoCore

/// What the numbers in a frame are called in a file.
enum FrameNames {
    /// A channel's own frame: its number is `value`.
    case own
    /// A frame for all channels: each of these is named.
    case all([Channel])
    /// A frame that carries no number.
    case none

    var list: [String] {
        switch self {
        case .own: ["value"]
        case .all(let channels): channels.map(\.text)
        case .none: []
        }
    }

    func channel(_ name: some StringProtocol) -> Channel? {
        if case .all(let channels) = self { channels.first { $0.text == name } } else { nil }
    }

    /// Why a frame without numbers does not take one.
    static func noNumber(_ what: String, in name: String) -> String {
        "\(what) is a number, and `\(name)` carries no number: it is sent where no position is known; take it out"
    }
}
