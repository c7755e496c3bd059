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
        if digits.count == 4, let short = HexText.number(of: digits[...]) {
            self.init(high: short << 32 | 0x1000, low: 0x8000_0080_5f9b_34fb)
            return
        }
        guard digits.count == 36, [8, 13, 18, 23].allSatisfy({ digits[$0] == UInt8(ascii: "-") }) else { return nil }
        guard let a = HexText.number(of: digits[0..<8]), let b = HexText.number(of: digits[9..<13]),
            let c = HexText.number(of: digits[14..<18]),
            let d = HexText.number(of: digits[19..<23]), let e = HexText.number(of: digits[24..<36])
        else { return nil }
        self.init(high: a << 32 | b << 16 | c, low: d << 48 | e)
    }

    /// The full form in lower case, as BlueZ writes it.
    public var description: String {
        var text: [UInt8] = []
        write { text.append($0) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Emits the characters of `description`, without allocating.
    public func write(_ emit: (UInt8) -> Void) {
        for index in 0..<16 {
            if index == 4 || index == 6 || index == 8 || index == 10 { emit(UInt8(ascii: "-")) }
            let half = index < 8 ? high : low
            HexText.write(UInt8(truncatingIfNeeded: half >> UInt64(56 - index % 8 * 8)), emit)
        }
    }
}
