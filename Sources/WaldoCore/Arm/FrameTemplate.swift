/// How a frame is put together: a list of fields, read from an arm's file and rendered for each command.
public struct FrameTemplate: Equatable, Sendable {
    /// How a number becomes bytes.
    public enum Number: Equatable, Sendable {
        case u8, i8, u16le, u16be, i16le, i16be
    }

    /// A check over the bytes from `from` (0 is the frame's first) up to itself.
    public struct Checksum: Equatable, Sendable {
        /// How the bytes are put together.
        public enum Kind: Equatable, Sendable {
            /// Their sum, modulo 256.
            case sum8
            /// Their exclusive or.
            case xor8
            /// CRC-8, most significant bit first, no reflection, no final exclusive or.
            case crc8(poly: UInt8, initial: UInt8)
        }
        /// The kind of check.
        public var kind: Kind
        /// The first byte that it covers.
        public var from: Int

        /// A check of this kind over the bytes from `from`.
        public init(_ kind: Kind, from: Int = 0) {
            self.kind = kind
            self.from = from
        }
    }

    /// One part of a frame. A field's `of` names the channel whose value it carries; nil: the frame's own.
    public enum Field: Equatable, Sendable {
        /// A byte as it stands.
        case byte(UInt8)
        /// A value in binary.
        case number(Number, of: Channel?)
        /// A value as a signed decimal, filled with zeros (after the sign) to `width` characters.
        case decimal(width: Int, of: Channel?)
        /// The number of the frame since the start, modulo 256.
        case sequence
        /// A check over bytes before it.
        case checksum(Checksum)
    }

    /// The fields in order.
    public var fields: [Field]

    /// A template of these fields.
    public init(_ fields: [Field]) { self.fields = fields }
}
