import WaldoCore

/// A field of a frame, with its location in the file and the digits after the point that it asks for.
struct FrameField {
    let field: FrameTemplate.Field
    let location: YamlValue
    var digits: Int?

    /// The field's binary encoding; nil when it is not a binary number.
    var number: FrameTemplate.Number? { if case .number(let number, _) = field { number } else { nil } }

    /// Whether the field is the time of the move.
    var isTime: Bool { if case .time = field { true } else { false } }

    /// Whether the field carries a channel's number, as text or in binary.
    /// - Parameter own: the channel whose own frame this is; nil in a shared frame.
    func carries(_ channel: Channel, own: Channel?) -> Bool {
        switch field {
        case .number(_, let of), .decimal(_, let of): (of ?? own) == channel
        case .byte, .time, .sequence, .checksum: false
        }
    }
}
