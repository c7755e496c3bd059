extension FrameTemplate {
    /// Renders the bytes of a frame.
    /// - Parameters:
    ///   - values: each channel's number, in the units of its range.
    ///   - own: the channel whose frame this is; fields without a channel of their own carry its number.
    ///   - decimals: each channel's digits after the decimal point, for numbers as text.
    ///   - sequence: the number that `sequence` fields carry.
    public func rendered(
        _ values: PerChannel<Int32>, own: Channel, decimals: PerChannel<Int>, sequence: UInt8 = 0
    ) -> Frame {
        var frame = Frame()
        for field in fields {
            switch field {
            case .byte(let byte): frame.append(byte)
            case .number(let number, let of): frame.append(values[of ?? own], as: number)
            case .decimal(let width, let of):
                frame.append(decimal: values[of ?? own], decimals: decimals[of ?? own], width: width)
            case .sequence: frame.append(sequence)
            case .checksum(let checksum): frame.append(checksum.over(frame))
            }
        }
        return frame
    }

    /// Length in bytes of the frame with these numbers; may exceed `Frame.capacity`.
    public func count(_ values: PerChannel<Int32>, own: Channel, decimals: PerChannel<Int>) -> Int {
        fields.reduce(0) { count, field in
            switch field {
            case .byte, .sequence, .checksum: return count + 1
            case .number(let number, _): return count + number.count
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
        case .u8, .i8: 1
        case .u16le, .u16be, .i16le, .i16be: 2
        }
    }

    /// The numbers that it can encode.
    public var limits: ClosedRange<Int32> {
        switch self {
        case .u8: 0...255
        case .i8: -128...127
        case .u16le, .u16be: 0...65535
        case .i16le, .i16be: -32768...32767
        }
    }
}

extension FrameTemplate.Checksum {
    /// The checksum over the frame's bytes so far, from `from`.
    public func over(_ frame: Frame) -> UInt8 {
        var check = kind.initial
        var index = from
        while index < frame.count {
            check = kind.next(check, frame[index])
            index += 1
        }
        return check
    }
}

extension FrameTemplate.Checksum.Kind {
    /// The checksum before the first byte.
    @inline(__always)
    var initial: UInt8 { if case .crc8(_, let initial) = self { initial } else { 0 } }

    /// The checksum with one byte more.
    @inline(__always)
    func next(_ check: UInt8, _ byte: UInt8) -> UInt8 {
        switch self {
        case .sum8: return check &+ byte
        case .xor8: return check ^ byte
        case .crc8(let poly, _):
            var check = check ^ byte
            for _ in 0..<8 { check = check & 0x80 == 0 ? check << 1 : check << 1 ^ poly }
            return check
        }
    }
}

extension Frame {
    fileprivate mutating func append(_ value: Int32, as number: FrameTemplate.Number) {
        let low = UInt8(truncatingIfNeeded: value)
        let high = UInt8(truncatingIfNeeded: value >> 8)
        switch number {
        case .u8, .i8: append(low)
        case .u16le, .i16le:
            append(low)
            append(high)
        case .u16be, .i16be:
            append(high)
            append(low)
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

extension FrameTemplate.Checksum {
    /// The checksum over bytes, from the `from`th of them.
    public func over(_ bytes: ArraySlice<UInt8>) -> UInt8 {
        var check = kind.initial
        for byte in bytes.dropFirst(from) { check = kind.next(check, byte) }
        return check
    }
}
