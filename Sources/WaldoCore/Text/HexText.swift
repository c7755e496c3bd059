/// Hexadecimal text, both ways.
public enum HexText {
    /// Emits the two lower-case digits of a byte, without allocating.
    @inlinable
    public static func write(_ byte: UInt8, _ emit: (UInt8) -> Void) {
        emit(digit(byte >> 4))
        emit(digit(byte & 15))
    }

    @inlinable
    static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    /// Bytes in lower case, two digits each.
    public static func text(of bytes: some Sequence<UInt8>, separator: String = "") -> String {
        bytes.map { text(of: $0) }.joined(separator: separator)
    }

    /// A number in lower case with at least so many digits: as many as its type holds, unless said otherwise.
    public static func text<Number: UnsignedInteger & FixedWidthInteger>(
        of number: Number, digits: Int = Number.bitWidth / 4
    ) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// The value of a digit, 0...15, in either case; nil for any other byte.
    public static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The number that digits stand for; nil when there are none, more than 16, or anything else among them.
    public static func number(of digits: some Collection<UInt8>) -> UInt64? {
        guard (1...16).contains(digits.count) else { return nil }
        var number: UInt64 = 0
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            number = number << 4 | UInt64(value)
        }
        return number
    }

    /// The bytes that an even number of digits stands for; nil for any other text.
    public static func bytes(of text: String) -> [UInt8]? {
        let digits = text.utf8.map(value)
        guard !digits.isEmpty, digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
