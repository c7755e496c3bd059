/// The form of one of an arm's reports.
public enum ReportPattern: Equatable, Sendable {
    /// A line of text.
    case line(LinePattern)
    /// A message of bytes.
    case bytes(BytePattern)

    /// The channels whose numbers it has.
    public var channels: [Channel] {
        switch self {
        case .line(let line):
            line.parts.compactMap { part in if case .number(let channel) = part { channel } else { nil } }
        case .bytes(let message):
            message.fields.compactMap { field in if case .number(_, let channel) = field { channel } else { nil } }
        }
    }

    /// The report as a board sends it: nothing for the rest of a line, and 0 for any byte.
    public var template: FrameTemplate {
        switch self {
        case .line(let line):
            FrameTemplate(
                line.parts.flatMap { part -> [FrameTemplate.Field] in
                    switch part {
                    case .literal(let bytes): bytes.map { .byte($0) }
                    case .number(let channel): [.decimal(width: 0, of: channel)]
                    case .rest: []
                    }
                } + [.byte(UInt8(ascii: "\n"))])
        case .bytes(let message):
            FrameTemplate(
                message.fields.map { field in
                    switch field {
                    case .byte(let byte): .byte(byte)
                    case .any: .byte(0)
                    case .number(let number, let channel): .number(number, of: channel)
                    case .checksum(let checksum): .checksum(checksum)
                    }
                })
        }
    }
}
