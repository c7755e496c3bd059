/// The layout of a frame: a list of fields, read from an arm's file and rendered for each command.
public struct FrameTemplate: Equatable, Sendable {
    /// The binary encoding of a number.
    public enum Number: Equatable, Sendable {
        case u8, i8, u16le, u16be, i16le, i16be
    }

    /// A checksum over the bytes from `from` (0 is the frame's first) up to its own position.
    public struct Checksum: Equatable, Sendable {
        /// The checksum's algorithm.
        public enum Kind: Equatable, Sendable {
            /// The sum of the bytes, modulo 256.
            case sum8
            /// The exclusive or of the bytes.
            case xor8
            /// CRC-8, most significant bit first, no reflection, no final exclusive or.
            case crc8(poly: UInt8, initial: UInt8)
        }
        /// The algorithm.
        public var kind: Kind
        /// Index of the first byte covered.
        public var from: Int

        /// Creates a checksum over the bytes from `from`.
        public init(_ kind: Kind, from: Int = 0) {
            self.kind = kind
            self.from = from
        }
    }

    /// One part of a frame. `of` is the channel whose value the field carries; nil: the frame's own channel.
    public enum Field: Equatable, Sendable {
        /// A literal byte.
        case byte(UInt8)
        /// A value in binary.
        case number(Number, of: Channel?)
        /// A value as signed decimal text, padded with zeros after the sign to `width` characters.
        case decimal(width: Int, of: Channel?)
        /// The frame's sequence number since the start, modulo 256.
        case sequence
        /// A checksum over bytes before it.
        case checksum(Checksum)
    }

    /// The fields in order.
    public var fields: [Field]

    /// Creates a template from its fields.
    public init(_ fields: [Field]) { self.fields = fields }
}
