import WaldoCore

/// The names that the numbers in a frame may have.
enum FrameNames {
    /// A channel's own frame: the number is called `value`.
    case own
    /// A frame shared by the channels of these names, in the arm's order: each number is called by its channel.
    case all([String])
    /// A frame that carries no number.
    case none

    var list: [String] {
        switch self {
        case .own: ["value"]
        case .all(let names): names
        case .none: []
        }
    }

    func channel(_ name: some StringProtocol) -> Channel? {
        guard case .all(let names) = self, let index = names.firstIndex(where: { $0 == name }) else { return nil }
        return Channel(index)
    }

    /// The error for a number in a frame that carries none.
    static func noNumber(_ what: String, in name: String) -> String {
        "\(what) is a number, and `\(name)` carries no number: it is sent where no position is known; take it out"
    }
}
