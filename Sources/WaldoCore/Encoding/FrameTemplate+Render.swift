public import WaldoTime

extension FrameTemplate {
    /// Renders the bytes of a frame.
    /// - Parameters:
    ///   - values: each channel's number, in the units of its range.
    ///   - own: the channel whose frame this is; fields without a channel of their own carry its number.
    ///   - decimals: each channel's digits after the decimal point, for numbers as text.
    ///   - time: the time that `time` fields carry.
    ///   - sequence: the number that `sequence` fields carry.
    public func rendered(
        _ values: PerChannel<Int32>, own: Channel, decimals: PerChannel<Int>, time: TimeSpan = .zero,
        sequence: UInt8 = 0
    ) -> Frame {
        var frame = Frame()
        frame.destination = destination
        for field in fields {
            switch field {
            case .byte(let byte): frame.append(byte)
            case .number(let number, let of):
                frame.append(values[of ?? own], as: number, decimals: decimals[of ?? own])
            case .decimal(let width, let of):
                frame.append(decimal: values[of ?? own], decimals: decimals[of ?? own], width: width)
            case .time(let field): frame.append(field, time)
            case .sequence: frame.append(sequence)
            case .checksum(let checksum): frame.append(checksum)
            }
        }
        return frame
    }

    /// Length in bytes of the frame with these numbers; may exceed `Frame.capacity`.
    public func count(_ values: PerChannel<Int32>, own: Channel, decimals: PerChannel<Int>) -> Int {
        fields.reduce(0) { count, field in
            switch field {
            case .byte, .sequence: return count + 1
            case .checksum(let checksum): return count + checksum.count
            case .number(let number, _): return count + number.count
            case .time(let field): return count + field.count
            case .decimal(let width, let of):
                let text = Frame.decimalCount(values[of ?? own], decimals: decimals[of ?? own])
                return count + Swift.max(width, text)
            }
        }
    }
}

extension FrameTemplate.Number {
    /// Length in bytes of an encoded number.
    public var count: Int {
        switch self {
        case .u8, .i8, .sm8, .abs8: 1
        case .u16le, .u16be, .i16le, .i16be, .sm16le, .sm16be, .abs16le, .abs16be: 2
        case .u32le, .u32be, .i32le, .i32be, .f32le, .f32be: 4
        }
    }

    /// The numbers that it can encode.
    public var limits: ClosedRange<Int32> {
        switch self {
        case .u8: 0...255
        case .i8: -128...127
        case .sm8: -127...127
        case .u16le, .u16be: 0...65535
        case .i16le, .i16be: -32768...32767
        case .sm16le, .sm16be: -32767...32767
        case .abs8: -255...255
        case .abs16le, .abs16be: -65535...65535
        case .u32le, .u32be: 0...Int32.max
        case .i32le, .i32be: Int32.min...Int32.max
        // What is exact with 24 bits.
        case .f32le, .f32be: -0xff_ffff...0xff_ffff
        }
    }

    /// Whether it carries digits after the point.
    public var hasFraction: Bool { self == .f32le || self == .f32be }

    /// Whether it leaves out the sign, which the rest of the frame has to say.
    public var isUnsignedMagnitude: Bool { self == .abs8 || self == .abs16le || self == .abs16be }

    @inline(__always)
    fileprivate var isBigEndian: Bool {
        switch self {
        case .u16be, .i16be, .u32be, .i32be, .sm16be, .abs16be, .f32be: true
        case .u8, .i8, .sm8, .abs8, .u16le, .i16le, .u32le, .i32le, .sm16le, .abs16le, .f32le: false
        }
    }

    /// The bits of a number, in the lowest `count` bytes.
    @inline(__always)
    fileprivate func bits(of value: Int32, decimals: Int) -> UInt32 {
        switch self {
        case .u8, .i8, .u16le, .u16be, .i16le, .i16be, .u32le, .u32be, .i32le, .i32be: UInt32(bitPattern: value)
        case .sm8: value.magnitude | (value < 0 ? 0x80 : 0)
        case .sm16le, .sm16be: value.magnitude | (value < 0 ? 0x8000 : 0)
        case .abs8, .abs16le, .abs16be: value.magnitude
        case .f32le, .f32be: Float(Double(value) / .ten(to: decimals)).bitPattern
        }
    }

    /// The number that bits encode, in units of 10^-decimals, or its magnitude where the encoding leaves out the sign;
    /// nil: none that an arm can be sent.
    public func value(ofBits bits: UInt32, decimals: Int) -> Int32? {
        switch self {
        case .u8, .u16le, .u16be, .abs8, .abs16le, .abs16be: return Int32(bits)
        case .i8: return Int32(Int8(truncatingIfNeeded: bits))
        case .i16le, .i16be: return Int32(Int16(truncatingIfNeeded: bits))
        case .u32le, .u32be: return Int32(exactly: bits)
        case .i32le, .i32be: return Int32(bitPattern: bits)
        case .sm8: return Int32(bits & 0x7f) * (bits & 0x80 == 0 ? 1 : -1)
        case .sm16le, .sm16be: return Int32(bits & 0x7fff) * (bits & 0x8000 == 0 ? 1 : -1)
        case .f32le, .f32be:
            let number = (Double(Float(bitPattern: bits)) * .ten(to: decimals)).rounded()
            return Int32(exactly: number)
        }
    }

    /// Reads a number from its bytes, `count` of them.
    public func read(_ bytes: ArraySlice<UInt8>, decimals: Int) -> Int32? {
        var bits: UInt32 = 0
        for index in bytes.indices {
            let byte = bytes[isBigEndian ? index : bytes.startIndex + bytes.endIndex - 1 - index]
            bits = bits << 8 | UInt32(byte)
        }
        return value(ofBits: bits, decimals: decimals)
    }
}

extension Frame {
    fileprivate mutating func append(_ value: Int32, as number: FrameTemplate.Number, decimals: Int) {
        append(number.bits(of: value, decimals: decimals), count: number.count, isBigEndian: number.isBigEndian)
    }

    fileprivate mutating func append(_ field: MoveTime, _ time: TimeSpan) {
        let value = field.value(of: time)
        if let number = field.number {
            append(value, as: number, decimals: 0)
        } else {
            append(decimal: value, decimals: 0, width: field.width)
        }
    }

    fileprivate mutating func append(_ checksum: Checksum) {
        let number = checksum.number(count: count) { self[$0] }
        append(UInt32(number), count: checksum.count, isBigEndian: checksum.isBigEndian)
    }

    @inline(__always)
    private mutating func append(_ bits: UInt32, count: Int, isBigEndian: Bool) {
        for index in 0..<count {
            append(UInt8(truncatingIfNeeded: bits >> UInt32(8 * (isBigEndian ? count - 1 - index : index))))
        }
    }

    fileprivate static func decimalCount(_ value: Int32, decimals: Int) -> Int {
        var digits = 1
        var rest = value.magnitude / 10
        while rest > 0 {
            digits += 1
            rest /= 10
        }
        return (value < 0 ? 1 : 0) + Swift.max(digits, decimals + 1) + (decimals > 0 ? 1 : 0)
    }

    /// Appends a number in units of 10^-decimals as text, padded with zeros after the sign to `width` characters.
    fileprivate mutating func append(decimal value: Int32, decimals: Int, width: Int) {
        if value < 0 { append(UInt8(ascii: "-")) }
        for _ in 0..<Swift.max(0, width - Self.decimalCount(value, decimals: decimals)) { append(UInt8(ascii: "0")) }
        var power: UInt32 = 1
        var digits = 1
        while digits <= decimals || value.magnitude / power >= 10 {
            power *= 10
            digits += 1
        }
        while digits > 0 {
            append(UInt8(ascii: "0") + UInt8(value.magnitude / power % 10))
            digits -= 1
            if digits == decimals && decimals > 0 { append(UInt8(ascii: ".")) }
            power /= 10
        }
    }
}
