internal import WaldoCore

/// A JSON string with its quotes.
public func jsonText(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.add(quoted: text)
    return String(decoding: bytes, as: UTF8.self)
}

/// Appends text as bytes, so that an export formats its lines in one reused array.
extension [UInt8] {
    mutating func add(_ text: StaticString) { text.withUTF8Buffer { append(contentsOf: $0) } }

    mutating func add(_ text: String) { append(contentsOf: text.utf8) }

    mutating func add(_ number: some FixedWidthInteger) { add(String(number)) }

    /// A number in units of 10^-decimals: (-25, 2) is `-0.25`.
    mutating func add(_ units: some FixedWidthInteger, decimals: Int) {
        guard decimals > 0 else { return add(units) }
        if units < 0 { append(UInt8(ascii: "-")) }
        let digits = String(units.magnitude)
        let padded = String(repeating: "0", count: Swift.max(0, decimals + 1 - digits.count)) + digits
        add(String(padded.dropLast(decimals)))
        append(UInt8(ascii: "."))
        add(String(padded.suffix(decimals)))
    }

    /// A floating-point number in its shortest form that reads back exactly; `null` where it is not finite, as JSON has
    /// no such number.
    mutating func add(_ number: Double) { if number.isFinite { add("\(number)") } else { add("null" as StaticString) } }

    /// The bytes in lower-case hexadecimal.
    mutating func add(hex bytes: some Sequence<UInt8>) {
        func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10 }
        for byte in bytes {
            append(digit(byte >> 4))
            append(digit(byte & 15))
        }
    }

    /// A JSON string with its quotes.
    mutating func add(quoted text: String) {
        append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append(UInt8(ascii: "\\"))
                append(byte)
            case 0..<0x20, 0x7f:
                add("\\u00" as StaticString)
                add(hex: CollectionOfOne(byte))
            default: append(byte)
            }
        }
        append(UInt8(ascii: "\""))
    }

    /// A JSON key, `"key":`, after a comma unless it is the first in its object.
    mutating func add(key: StaticString) {
        if last != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
        append(UInt8(ascii: "\""))
        add(key)
        add("\":" as StaticString)
    }
}

/// The bytes as text where all of them are printable ASCII, else an empty string.
func plainText(_ bytes: [UInt8]) -> String {
    let isText = bytes.allSatisfy { (0x20..<0x7f).contains($0) }
    return isText ? String(decoding: bytes, as: UTF8.self) : ""
}
