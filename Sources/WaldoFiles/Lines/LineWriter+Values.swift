public import WaldoCore

/// Formats values within a line, without allocating.
extension LineWriter {
    /// Adds a whole number.
    public func integer(_ value: Int64) { decimal(value, decimals: 0) }

    /// Adds a number in units of 10^-decimals: (-25, 2) is `-0.25`.
    public func decimal(_ units: Int64, decimals: Int) { DecimalText.write(units, decimals: decimals) { byte($0) } }

    /// Adds a frame's bytes in lower-case hexadecimal.
    public func hex(_ frame: Frame) { for index in 0..<frame.count { HexText.write(frame[index]) { byte($0) } } }

    /// Adds bytes in lower-case hexadecimal.
    public func hex(_ bytes: [UInt8]) { for value in bytes { HexText.write(value) { byte($0) } } }

    /// Adds a JSON string with its quotes, escaped where JSON requires it.
    public func quoted(_ text: String) { JSONQuoting.write(text.utf8) { byte($0) } }

    /// Adds a JSON string that has been quoted before.
    public func quoted(_ text: QuotedText) { text.bytes.withUnsafeBufferPointer { bytes($0) } }
}
