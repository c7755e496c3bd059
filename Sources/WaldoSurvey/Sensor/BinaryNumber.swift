/// The encoding of a number in a sensor's binary message.
public enum BinaryNumber: String, Equatable, Sendable, CaseIterable {
    case u8, i8, u16le, u16be, i16le, i16be, u24le, u24be, u32le, u32be, i32le, i32be, f32le, f32be

    /// Its length in bytes.
    public var count: Int {
        switch self {
        case .u8, .i8: 1
        case .u16le, .u16be, .i16le, .i16be: 2
        case .u24le, .u24be: 3
        case .u32le, .u32be, .i32le, .i32be, .f32le, .f32be: 4
        }
    }

    /// Reads the number at a byte.
    func read(_ bytes: ArraySlice<UInt8>, at byte: Int) -> Double {
        var bits: UInt32 = 0
        let first = bytes.startIndex + byte
        for index in 0..<count {
            bits = bits << 8 | UInt32(bytes[isBigEndian ? first + index : first + count - 1 - index])
        }
        switch self {
        case .u8, .u16le, .u16be, .u24le, .u24be, .u32le, .u32be: return Double(bits)
        case .i8: return Double(Int8(truncatingIfNeeded: bits))
        case .i16le, .i16be: return Double(Int16(truncatingIfNeeded: bits))
        case .i32le, .i32be: return Double(Int32(truncatingIfNeeded: bits))
        case .f32le, .f32be: return Double(Float(bitPattern: bits))
        }
    }

    /// Whether it is a whole number without a sign.
    public var isUnsigned: Bool {
        switch self {
        case .u8, .u16le, .u16be, .u24le, .u24be, .u32le, .u32be: true
        case .i8, .i16le, .i16be, .i32le, .i32be, .f32le, .f32be: false
        }
    }

    /// Whether its highest byte comes first.
    public var isBigEndian: Bool {
        switch self {
        case .u8, .i8, .u16be, .i16be, .u24be, .u32be, .i32be, .f32be: true
        case .u16le, .i16le, .u24le, .u32le, .i32le, .f32le: false
        }
    }
}
