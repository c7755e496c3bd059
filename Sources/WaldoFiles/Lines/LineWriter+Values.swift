public import WaldoCore

/// Formats values within a line, without allocating.
extension LineWriter {
    /// Adds a whole number.
    public func integer(_ value: Int64) { decimal(value, decimals: 0) }

    /// Adds a number in units of 10^-decimals: (-25, 2) is `-0.25`.
    public func decimal(_ units: Int64, decimals: Int) {
        if units < 0 { byte(UInt8(ascii: "-")) }
        var divisor: UInt64 = 1
        for _ in 0..<decimals { divisor *= 10 }
        digits(units.magnitude / divisor)
        guard decimals > 0 else { return }
        byte(UInt8(ascii: "."))
        var rest = units.magnitude % divisor
        while divisor > 1 {
            divisor /= 10
            byte(UInt8(ascii: "0") + UInt8(rest / divisor))
            rest %= divisor
        }
    }

    private func digits(_ value: UInt64) {
        var divisor: UInt64 = 1
        while value / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            byte(UInt8(ascii: "0") + UInt8(value / divisor % 10))
            divisor /= 10
        }
    }

    /// Adds a frame's bytes in lower-case hexadecimal.
    public func hex(_ frame: Frame) { for index in 0..<frame.count { hex(frame[index]) } }

    /// Adds bytes in lower-case hexadecimal.
    public func hex(_ bytes: [UInt8]) { for byte in bytes { hex(byte) } }

    private func hex(_ byte: UInt8) {
        hexDigit(byte >> 4)
        hexDigit(byte & 15)
    }

    private func hexDigit(_ value: UInt8) {
        byte(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10)
    }

    /// Adds a JSON string with its quotes, escaped where JSON requires it.
    public func quoted(_ text: String) {
        byte(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                self.byte(UInt8(ascii: "\\"))
                self.byte(byte)
            case 0..<0x20, 0x7f:
                self.text("\\u00")
                hex(byte)
            default: self.byte(byte)
            }
        }
        byte(UInt8(ascii: "\""))
    }
}
