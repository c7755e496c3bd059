/// Resolves the escapes in JSON strings (RFC 8259, section 7).
enum JSONString {
    /// The text between two quotes; nil when it is not UTF-8 or has an invalid escape.
    static func decoded(_ raw: UnsafeRawBufferPointer) -> String? {
        guard raw.contains(UInt8(ascii: "\\")) else { return String(validating: raw, as: UTF8.self) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(raw.count)
        var position = 0
        while position < raw.count {
            guard raw[position] == UInt8(ascii: "\\") else {
                bytes.append(raw[position])
                position += 1
                continue
            }
            guard let (scalar, length) = escape(raw, at: position) else { return nil }
            bytes.append(contentsOf: Array(String(scalar).utf8))
            position += length
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func escape(_ raw: UnsafeRawBufferPointer, at start: Int) -> (Unicode.Scalar, length: Int)? {
        guard start + 1 < raw.count else { return nil }
        switch raw[start + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return (Unicode.Scalar(raw[start + 1]), 2)
        case UInt8(ascii: "b"): return ("\u{8}", 2)
        case UInt8(ascii: "f"): return ("\u{c}", 2)
        case UInt8(ascii: "n"): return ("\n", 2)
        case UInt8(ascii: "r"): return ("\r", 2)
        case UInt8(ascii: "t"): return ("\t", 2)
        case UInt8(ascii: "u"):
            guard let first = unit(raw, at: start + 2) else { return nil }
            if let scalar = Unicode.Scalar(first) { return (scalar, 6) }
            // A character above U+FFFF is written as a surrogate pair.
            guard (0xd800..<0xdc00).contains(first), start + 7 < raw.count, raw[start + 6] == UInt8(ascii: "\\"),
                raw[start + 7] == UInt8(ascii: "u"), let second = unit(raw, at: start + 8),
                (0xdc00..<0xe000).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
            else { return nil }
            return (scalar, 12)
        default: return nil
        }
    }

    private static func unit(_ raw: UnsafeRawBufferPointer, at start: Int) -> UInt32? {
        guard start + 4 <= raw.count else { return nil }
        var value: UInt32 = 0
        for index in start..<start + 4 {
            guard let digit = HexText.value(of: raw[index]) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
