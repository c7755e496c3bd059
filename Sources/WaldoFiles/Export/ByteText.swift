import WaldoCore

/// Appends text as bytes, so that an export formats its lines in one reused array.
extension [UInt8] {
    mutating func add(_ text: StaticString) { text.withUTF8Buffer { append(contentsOf: $0) } }

    mutating func add(_ text: String) { append(contentsOf: text.utf8) }

    mutating func add(_ number: some FixedWidthInteger) { add(String(number)) }

    /// A number in units of 10^-decimals: (-25, 2) is `-0.25`.
    mutating func add(_ units: some FixedWidthInteger, decimals: Int) {
        DecimalText.write(Int64(units), decimals: decimals) { append($0) }
    }

    /// A floating-point number in its shortest form that reads back exactly; `null` where it is not finite, as JSON has
    /// no such number.
    mutating func add(_ number: Double) { if number.isFinite { add("\(number)") } else { add("null" as StaticString) } }

    /// The bytes in lower-case hexadecimal.
    mutating func add(hex bytes: some Sequence<UInt8>) {
        for byte in bytes { HexText.write(byte) { append($0) } }
    }
}
