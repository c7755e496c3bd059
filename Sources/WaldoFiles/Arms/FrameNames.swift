internal import WaldoCore

/// The names that the numbers in a frame may have.
enum FrameNames {
    /// A channel's own frame: the number is called `value`.
    case own
    /// A frame shared by these channels: each number is called by its channel.
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

    /// The error for a number in a frame that carries none.
    static func noNumber(_ what: String, in name: String) -> String {
        "\(what) is a number, and `\(name)` carries no number: it is sent where no position is known; take it out"
    }
}
