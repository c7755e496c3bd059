internal import WaldoCore

/// Times as they are written in files: `80 ms`, `0.5 s`.
enum TimeText {
    /// Reads a number and its unit; whole microseconds only.
    static func parse(_ text: Substring) -> Microseconds? {
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
        return Microseconds(units)
    }

    /// The time as a file would say it.
    static func text(_ time: Microseconds) -> String {
        time % 1_000_000 == 0 ? "\(time / 1_000_000) s" : "\(DecimalText.of(time, decimals: 3)) ms"
    }

    static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return text
    }
}
