/// Decimal text of numbers in units of 10^-decimals: (-25, 2) is `-0.25`.
public enum DecimalText {
    /// Emits the characters, without allocating.
    /// - Parameter decimals: digits after the point, 0...18.
    @inlinable
    public static func write(_ units: Int64, decimals: Int, _ emit: (UInt8) -> Void) {
        if units < 0 { emit(UInt8(ascii: "-")) }
        var divisor: UInt64 = 1
        for _ in 0..<decimals { divisor *= 10 }
        writeWhole(units.magnitude / divisor, emit)
        guard decimals > 0 else { return }
        emit(UInt8(ascii: "."))
        var rest = units.magnitude % divisor
        while divisor > 1 {
            divisor /= 10
            emit(UInt8(ascii: "0") + UInt8(rest / divisor))
            rest %= divisor
        }
    }

    @inlinable
    static func writeWhole(_ value: UInt64, _ emit: (UInt8) -> Void) {
        var divisor: UInt64 = 1
        while value / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            emit(UInt8(ascii: "0") + UInt8(value / divisor % 10))
            divisor /= 10
        }
    }

    /// The text with all its decimals: (2500, 3) is `2.500`.
    public static func text(_ units: Int64, decimals: Int) -> String {
        var text = ""
        write(units, decimals: decimals) { text.unicodeScalars.append(Unicode.Scalar($0)) }
        return text
    }

    /// The text without trailing zeros: (2500, 3) is `2.5`.
    public static func trimmed(_ units: Int64, decimals: Int) -> String {
        var text = text(units, decimals: decimals)
        guard decimals > 0 else { return text }
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text
    }
}
