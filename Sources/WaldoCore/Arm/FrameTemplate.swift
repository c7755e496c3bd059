/// The layout of a frame: a list of fields, read from an arm's file and rendered for each command.
public struct FrameTemplate: Equatable, Sendable {
    /// The binary encoding of a number: unsigned, in two's complement, as a sign bit with a magnitude, as its magnitude
    /// alone, or IEEE 754; the lower byte first (le) or last (be).
    public enum Number: String, CaseIterable, Sendable {
        case u8, i8, u16le, u16be, i16le, i16be, u32le, u32be, i32le, i32be, sm8, sm16le, sm16be
        case abs8, abs16le, abs16be, f32le, f32be
    }

    /// One part of a frame. `of` is the channel whose value the field carries; nil: the frame's own channel.
    public enum Field: Equatable, Sendable {
        /// A literal byte.
        case byte(UInt8)
        /// A value in binary.
        case number(Number, of: Channel?)
        /// A value as signed decimal text, padded with zeros after the sign to `width` characters.
        case decimal(width: Int, of: Channel?)
        /// How long the move may take.
        case time(MoveTime)
        /// The frame's sequence number since the start, modulo 256.
        case sequence
        /// A checksum over bytes before it.
        case checksum(Checksum)
    }

    /// The fields in order.
    public var fields: [Field]
    /// Which characteristic its frames are written to, an index into `BluetoothProfile.writes`.
    public var destination: UInt8

    /// Creates a template from its fields, for the characteristic of an index.
    public init(_ fields: [Field], to destination: UInt8 = 0) {
        self.fields = fields
        self.destination = destination
    }
}
