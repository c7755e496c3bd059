/// Reads numbers from a sensor's text: exact for up to 15 digits, and by multiplication and division alone, so that
/// every machine reads the same.
enum TextNumber {
    /// A decimal number: `-6.30`, `+.5`, `184`, `4.99e-05`, with or without blanks around it; digits after the 18th
    /// that counts are cut off. Nil for anything else, or a power of ten beyond 300.
    static func decimal(_ text: ArraySlice<UInt8>) -> Double? {
        var rest = trimmed(text)
        let isNegative = takeSign(&rest)
        var mantissa: Int64 = 0, count = 0, power = 0, isFraction = false
        while let byte = rest.first, let digit = digit(byte) ?? (byte == UInt8(ascii: ".") && !isFraction ? -1 : nil) {
            rest.removeFirst()
            guard digit >= 0 else {
                isFraction = true
                continue
            }
            count += 1
            if mantissa < 100_000_000_000_000_000 {
                mantissa = mantissa * 10 + digit
                if isFraction { power -= 1 }
            } else if !isFraction {
                power += 1
            }
        }
        guard count > 0, let exponent = exponent(rest), (power + exponent).magnitude <= 300 else { return nil }
        power += exponent
        let value = power < 0 ? Double(mantissa) / .ten(to: -power) : Double(mantissa) * .ten(to: power)
        return isNegative ? -value : value
    }

    /// Without the spaces and tabs at both ends.
    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var text = text.drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return text
    }

    /// Takes a sign off the text. Returns whether it is a minus.
    private static func takeSign(_ text: inout ArraySlice<UInt8>) -> Bool {
        guard let sign = text.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") else { return false }
        text.removeFirst()
        return sign == UInt8(ascii: "-")
    }

    /// The power of ten of `e-05`; 0 for no text, nil for any other.
    private static func exponent(_ text: ArraySlice<UInt8>) -> Int? {
        guard let mark = text.first else { return 0 }
        guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else { return nil }
        var digits = text.dropFirst(), value = 0
        let isNegative = takeSign(&digits)
        guard (1...3).contains(digits.count) else { return nil }
        for byte in digits {
            guard let digit = digit(byte) else { return nil }
            value = value * 10 + Int(digit)
        }
        return isNegative ? -value : value
    }

    /// Degrees and minutes as NMEA 0183 writes them, `4618.9996` for 46 degrees and 18.9996 minutes. Early bGeigie
    /// Nanos write a minus sign as well as the letter: the letter decides.
    static func degreesMinutes(_ text: ArraySlice<UInt8>, hemisphere: ArraySlice<UInt8>) -> Double? {
        guard hemisphere.count == 1, let letter = hemisphere.first, let number = decimal(text)?.magnitude
        else { return nil }
        let degrees = (number / 100).rounded(.down), minutes = number - degrees * 100
        guard minutes < 60 else { return nil }
        let value = degrees + minutes / 60
        switch letter {
        case UInt8(ascii: "N"), UInt8(ascii: "E"): return value
        case UInt8(ascii: "S"), UInt8(ascii: "W"): return -value
        default: return nil
        }
    }

    /// Seconds since 1970 of `2012-12-16T17:58:24Z`, with or without decimals of the second, with `+0100` or `+01:00`
    /// in place of `Z`, or with neither for UTC; nil for a date that does not exist.
    static func time(_ text: ArraySlice<UInt8>) -> Double? {
        guard text.count >= 19 else { return nil }
        let first = text.startIndex
        func number(_ from: Int, _ count: Int) -> Int? {
            var value = 0
            for byte in text[(first + from)..<(first + from + count)] {
                guard let digit = digit(byte) else { return nil }
                value = value * 10 + Int(digit)
            }
            return value
        }
        func mark(_ place: Int, _ byte: Unicode.Scalar) -> Bool { text[first + place] == UInt8(ascii: byte) }
        guard mark(4, "-"), mark(7, "-"), mark(10, "T"), mark(13, ":"), mark(16, ":"), let year = number(0, 4),
            let month = number(5, 2), let day = number(8, 2), let hour = number(11, 2), let minute = number(14, 2),
            let second = number(17, 2), year >= 1970, (1...12).contains(month), day >= 1,
            day <= daysOfMonth(month, year), hour < 24, minute < 60, second <= 60
        else { return nil }
        var rest = text[(first + 19)...], fraction = 0.0
        if rest.first == UInt8(ascii: ".") {
            let decimals = rest.dropFirst().prefix { digit($0) != nil }
            guard let value = decimal(rest[..<decimals.endIndex]) else { return nil }
            fraction = value
            rest = rest[decimals.endIndex...]
        }
        guard let zone = zone(rest) else { return nil }
        let seconds = ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
        return Double(seconds - zone) + fraction
    }

    /// By how many seconds `Z`, `+0100` or `+01:00` is ahead of UTC; nothing is UTC.
    private static func zone(_ text: ArraySlice<UInt8>) -> Int? {
        if text.isEmpty || text.elementsEqual([UInt8(ascii: "Z")]) { return 0 }
        guard let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        var value = 0, count = 0
        for (place, byte) in text.dropFirst().enumerated() {
            if byte == UInt8(ascii: ":"), place == 2 { continue }
            guard let digit = digit(byte), count < 4 else { return nil }
            value = value * 10 + Int(digit)
            count += 1
        }
        guard count == 4, value % 100 < 60, value / 100 < 24 else { return nil }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * (value / 100 * 60 + value % 100) * 60
    }

    /// Days from 1970-01-01 to a date of the Gregorian calendar.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let before = year - 1
        var days = before * 365 + before / 4 - before / 100 + before / 400 - 719_162
        for earlier in 1..<month { days += daysOfMonth(earlier, year) }
        return days + day - 1
    }

    private static func daysOfMonth(_ month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func digit(_ byte: UInt8) -> Int64? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int64(byte - UInt8(ascii: "0")) : nil
    }
}
