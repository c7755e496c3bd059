/// A Bluetooth UUID, always stored as 128 bits.
public struct BluetoothUUID: Hashable, Sendable, CustomStringConvertible {
    /// The upper and lower 64 bits, in the order in which they are written.
    public let high: UInt64, low: UInt64

    /// Creates a UUID from its two halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Parses the full form (`713d0000-503e-4c75-ba94-3148f18d941e`) or the 16-bit short form (`ffe0`), which stands
    /// for `0000ffe0-0000-1000-8000-00805f9b34fb` (Bluetooth Core Specification, Vol 3 Part B, 2.5.1).
    /// Case-insensitive; nil for any other text.
    public init?(_ text: some StringProtocol) {
        let digits = Array(text.utf8)
        if digits.count == 4, let short = Self.hex(digits[...]) {
            self.init(high: short << 32 | 0x1000, low: 0x8000_0080_5f9b_34fb)
            return
        }
        guard digits.count == 36, [8, 13, 18, 23].allSatisfy({ digits[$0] == UInt8(ascii: "-") }) else { return nil }
        guard let a = Self.hex(digits[0..<8]), let b = Self.hex(digits[9..<13]), let c = Self.hex(digits[14..<18]),
            let d = Self.hex(digits[19..<23]), let e = Self.hex(digits[24..<36])
        else { return nil }
        self.init(high: a << 32 | b << 16 | c, low: d << 48 | e)
    }

    /// The full form in lower case, as BlueZ writes it.
    public var description: String {
        func hex(_ value: UInt64, _ digits: Int) -> String {
            let text = String(value, radix: 16)
            return String(repeating: "0", count: digits - text.count) + text
        }
        return hex(high >> 32, 8) + "-" + hex(high >> 16 & 0xffff, 4) + "-" + hex(high & 0xffff, 4) + "-"
            + hex(low >> 48, 4) + "-" + hex(low & 0xffff_ffff_ffff, 12)
    }

    private static func hex(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt64(digit - UInt8(ascii: "A") + 10)
            default: return nil
            }
        }
        return value
    }
}
