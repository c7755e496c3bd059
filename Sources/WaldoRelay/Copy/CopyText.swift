import Glibc
import WaldoCore

/// Fields of PostgreSQL's COPY text format, read.
public enum CopyText {
    /// The whole number of a field, in the only form in which it is written; nil: it is none.
    public static func integer(_ field: UnsafeRawBufferPointer) -> Int64? {
        var position = 0, value: UInt64 = 0
        let isNegative = field.first == UInt8(ascii: "-")
        if isNegative { position = 1 }
        guard (1...19).contains(field.count - position) else { return nil }
        if field[position] == UInt8(ascii: "0") { return field.count == 1 ? 0 : nil }
        while position < field.count {
            let digit = field[position] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value &* 10 &+ UInt64(digit)
            position += 1
        }
        if isNegative { return value <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- value) : nil }
        return Int64(exactly: value)
    }

    /// Whether a field is a number that PostgreSQL takes as `double precision`.
    public static func isDouble(_ field: UnsafeRawBufferPointer) -> Bool {
        var position = 0, digits = 0
        func skipDigits() {
            while position < field.count, field[position] &- UInt8(ascii: "0") < 10 {
                position += 1
                digits += 1
            }
        }
        if field.first == UInt8(ascii: "-") { position = 1 }
        skipDigits()
        if digits == 0 { return isInfinity(field, from: position) }
        if position < field.count, field[position] == UInt8(ascii: ".") {
            let before = digits
            position += 1
            skipDigits()
            guard digits > before else { return false }
        }
        guard digits <= 32 else { return false }
        guard position < field.count else { return true }
        guard field[position] | 0x20 == UInt8(ascii: "e") else { return false }
        position += 1
        if position < field.count, field[position] == UInt8(ascii: "-") || field[position] == UInt8(ascii: "+") {
            position += 1
        }
        digits = 0
        skipDigits()
        guard (1...3).contains(digits), position == field.count else { return false }
        // A power of ten that is out of range would be refused.
        return double(field).map { $0.isFinite && ($0 != 0 || isZero(field)) } == true
    }

    private static func isInfinity(_ field: UnsafeRawBufferPointer, from position: Int) -> Bool {
        UnsafeRawBufferPointer(rebasing: field[position...]).elementsEqual("Infinity".utf8)
    }

    private static func isZero(_ field: UnsafeRawBufferPointer) -> Bool {
        field.prefix { $0 | 0x20 != UInt8(ascii: "e") }.allSatisfy { $0 < UInt8(ascii: "1") }
    }

    /// The number of a field that `isDouble` takes.
    public static func double(_ field: UnsafeRawBufferPointer) -> Double? {
        if isInfinity(field, from: 0) { return .infinity }
        if field.first == UInt8(ascii: "-"), isInfinity(field, from: 1) { return -.infinity }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
            guard field.count < 64 else { return nil }
            for (position, byte) in field.enumerated() { text[position] = CChar(bitPattern: byte) }
            text[field.count] = 0
            guard let start = text.baseAddress else { return nil }
            var end: UnsafeMutablePointer<CChar>?
            let value = strtod(start, &end)
            return end == start + field.count && field.count > 0 ? value : nil
        }
    }

    /// Whether a field is bytes: `\\x` and an even number of lower-case digits.
    public static func isBytes(_ field: UnsafeRawBufferPointer) -> Bool {
        guard field.count >= 3, field.count % 2 == 1, field[0] == UInt8(ascii: "\\"), field[1] == UInt8(ascii: "\\"),
            field[2] == UInt8(ascii: "x")
        else { return false }
        for position in 3..<field.count {
            switch field[position] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): continue
            default: return false
            }
        }
        return true
    }

    /// The bytes of a field that `isBytes` takes.
    public static func bytes(_ field: UnsafeRawBufferPointer) -> [UInt8] {
        stride(from: 3, to: field.count - 1, by: 2).map { position in
            (HexText.value(of: field[position]) ?? 0) << 4 | (HexText.value(of: field[position + 1]) ?? 0)
        }
    }

    /// Whether a field is text: UTF-8 without NUL and unescaped control characters, with known escapes only.
    public static func isText(_ field: UnsafeRawBufferPointer) -> Bool {
        var position = 0, isPlain = true
        while position < field.count {
            let byte = field[position]
            if byte == UInt8(ascii: "\\") {
                position += 1
                guard position < field.count, escaped(field[position]) != nil else { return false }
            } else if byte == 0 || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == 9 {
                return false
            } else if byte >= 0x80 {
                isPlain = false
            }
            position += 1
        }
        return isPlain || String(validating: field, as: UTF8.self) != nil
    }

    /// The text of a field that `isText` takes.
    public static func text(_ field: UnsafeRawBufferPointer) -> String {
        guard field.contains(UInt8(ascii: "\\")) else { return String(decoding: field, as: UTF8.self) }
        var bytes: [UInt8] = [], position = 0
        bytes.reserveCapacity(field.count)
        while position < field.count {
            if field[position] == UInt8(ascii: "\\"), position + 1 < field.count {
                position += 1
                bytes.append(escaped(field[position]) ?? field[position])
            } else {
                bytes.append(field[position])
            }
            position += 1
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func escaped(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "\\"): letter
        case UInt8(ascii: "t"): 9
        case UInt8(ascii: "n"): 10
        case UInt8(ascii: "r"): 13
        // Only PostgreSQL writes these.
        case UInt8(ascii: "b"): 8
        case UInt8(ascii: "f"): 12
        case UInt8(ascii: "v"): 11
        default: nil
        }
    }

    /// The fields of a line, in place.
    public static func fields(_ line: UnsafeRawBufferPointer) -> [UnsafeRawBufferPointer] {
        line.split(separator: 9, omittingEmptySubsequences: false).map { UnsafeRawBufferPointer(rebasing: $0) }
    }

    /// Whether a field is missing: `\N`.
    public static func isNull(_ field: UnsafeRawBufferPointer) -> Bool {
        field.count == 2 && field[0] == UInt8(ascii: "\\") && field[1] == UInt8(ascii: "N")
    }
}
