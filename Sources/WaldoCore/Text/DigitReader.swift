/// Takes the digits of a time from text, piece by piece.
package struct DigitReader {
    private let text: ArraySlice<UInt8>
    private var index: Int

    package init(_ text: ArraySlice<UInt8>) {
        self.text = text
        index = text.startIndex
    }

    package var isAtEnd: Bool { index == text.endIndex }

    private var next: UInt8? { isAtEnd ? nil : text[index] }

    private mutating func digit() -> Int? {
        guard let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        index += 1
        return Int(byte - UInt8(ascii: "0"))
    }

    /// Takes a character if it comes next.
    package mutating func takes(_ character: Unicode.Scalar) -> Bool { takes(UInt8(ascii: character)) }

    /// Takes a byte if it comes next.
    package mutating func takes(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    /// A number of exactly so many digits.
    package mutating func number(_ digits: Int) -> Int? {
        var number = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    /// A number of one or two digits.
    package mutating func shortNumber() -> Int? {
        guard let first = digit() else { return nil }
        guard let second = digit() else { return first }
        return first * 10 + second
    }

    /// Decimals after a point, 1 to 9 of them, cut to microseconds; 0 where there is no point.
    package mutating func fraction() -> Int? {
        guard takes(".") else { return 0 }
        var fraction = 0, count = 0
        while let digit = digit() {
            if count < 6 { fraction = fraction * 10 + digit }
            count += 1
        }
        guard (1...9).contains(count) else { return nil }
        return fraction * .ten(to: 6 - count)
    }

    /// An offset from UTC in seconds, `Z`, `+0100` or `-01:00`; nil where none is stated.
    package mutating func zone() -> Int? {
        if takes("Z") { return 0 }
        let sign = takes("+") ? 1 : takes("-") ? -1 : 0
        guard sign != 0, let hours = number(2), hours < 24 else { return nil }
        _ = takes(":")
        guard let minutes = number(2), minutes < 60 else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }
}
