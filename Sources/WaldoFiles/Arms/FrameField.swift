internal import WaldoCore

/// A field of a frame as it was read: with its place, and with the digits after the point that it asks for.
struct FrameField {
    let field: FrameTemplate.Field
    let place: YamlValue
    var digits: Int?

    /// The binary number that it is, if it is one.
    var number: FrameTemplate.Number? { if case .number(let number, _) = field { number } else { nil } }

    /// Whether it carries a channel's number as text or in binary; `own` is the channel whose frame it stands in.
    func carries(_ channel: Channel, own: Channel?) -> Bool {
        switch field {
        case .number(_, let of), .decimal(_, let of): (of ?? own) == channel
        case .byte, .sequence, .checksum: false
        }
    }
}

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

extension Channel {
    /// The channel's name as a string.
    var text: String { "\(name)" }
}
