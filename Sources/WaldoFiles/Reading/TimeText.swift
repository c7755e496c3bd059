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

/// Numbers in units of 10^-decimals as people write them.
enum DecimalText {
    /// (2500, 3) is `2.5`.
    static func of(_ units: Int64, decimals: Int) -> String {
        let digits = String(units.magnitude)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        var text = padded.dropLast(decimals) + (decimals > 0 ? "." + padded.suffix(decimals) : "")
        while decimals > 0, text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return (units < 0 ? "-" : "") + text
    }
}
