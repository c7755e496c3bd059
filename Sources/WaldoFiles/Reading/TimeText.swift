import WaldoCore
package import WaldoTime

/// Parses and formats times as files write them: `80 ms`, `0.5 s`.
package enum TimeText {
    /// Parses a number with its unit; nil when it is negative or no whole number of microseconds.
    static func parse(_ text: Substring) -> TimeSpan? {
        let text = trimmed(text)
        let (number, power): (Substring, Int)
        if text.hasSuffix("ms") {
            (number, power) = (text.dropLast(2), 3)
        } else if text.hasSuffix("s") {
            (number, power) = (text.dropLast(), 6)
        } else {
            return nil
        }
        guard let number = DecimalNumber(trimmed(number)), number.units >= 0,
            let units = number.units(decimals: power)
        else { return nil }
        return .microseconds(Int64(units))
    }

    /// A time in the form that a file uses.
    package static func text(_ time: TimeSpan) -> String {
        let count = time.microseconds
        return count % 1_000_000 == 0 ? "\(count / 1_000_000) s" : "\(DecimalText.trimmed(count, decimals: 3)) ms"
    }

    static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return text
    }
}
