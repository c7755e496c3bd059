import WaldoCore

/// Reads numbers from a sensor's text: exact for up to 15 digits, and by multiplication and division alone, so that
/// every machine reads the same.
enum TextNumber {
    /// A decimal number: `-6.30`, `+.5`, `184`, `4.99e-05`, with or without blanks around it; digits after the 18th
    /// that counts are cut off. Nil for anything else, or a power of ten beyond 300.
    static func decimal(_ text: ArraySlice<UInt8>) -> Double? {
        var rest = trimmed(text)
        let isNegative = removeSign(&rest)
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

    /// Removes a sign from the text. Returns whether it is a minus.
    private static func removeSign(_ text: inout ArraySlice<UInt8>) -> Bool {
        guard let sign = text.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") else { return false }
        text.removeFirst()
        return sign == UInt8(ascii: "-")
    }

    /// The power of ten of `e-05`; 0 for no text, nil for any other.
    private static func exponent(_ text: ArraySlice<UInt8>) -> Int? {
        guard let mark = text.first else { return 0 }
        guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else { return nil }
        var digits = text.dropFirst(), value = 0
        let isNegative = removeSign(&digits)
        guard (1...3).contains(digits.count) else { return nil }
        for byte in digits {
            guard let digit = digit(byte) else { return nil }
            value = value * 10 + Int(digit)
        }
        return isNegative ? -value : value
    }

    /// Degrees and minutes as NMEA 0183 writes them, `4618.9996` for 46 degrees and 18.9996 minutes. Early bGeigie
    /// Nanos write a minus sign as well as the letter: the letter decides. Devices round 59.99999 minutes to 60.0000.
    static func degreesMinutes(_ text: ArraySlice<UInt8>, hemisphere: ArraySlice<UInt8>) -> Double? {
        guard hemisphere.count == 1, let letter = hemisphere.first, let number = decimal(text)?.magnitude
        else { return nil }
        let degrees = (number / 100).rounded(.down), minutes = number - degrees * 100
        guard minutes <= 60 else { return nil }
        let value = degrees + minutes / 60
        switch letter {
        case UInt8(ascii: "N"), UInt8(ascii: "E"): return value
        case UInt8(ascii: "S"), UInt8(ascii: "W"): return -value
        default: return nil
        }
    }

    private static func digit(_ byte: UInt8) -> Int64? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int64(byte - UInt8(ascii: "0")) : nil
    }
}
