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

extension Channel {
    /// The channel's name as a string.
    var text: String { "\(name)" }
}
