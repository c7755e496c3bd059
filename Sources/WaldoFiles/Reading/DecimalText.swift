internal import WaldoCore

/// Formats numbers that are in units of 10^-decimals, without trailing zeros.
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
