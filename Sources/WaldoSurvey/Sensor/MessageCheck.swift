public import WaldoCore

/// A check over a message's bytes.
public struct MessageCheck: Equatable, Sendable {
    /// Where the check's value is.
    public enum Location: Equatable, Sendable {
        /// In the message's last bytes.
        case end
        /// In hexadecimal digits at the end, two for each of its bytes, after this byte, which is not covered.
        case hexadecimal(after: UInt8)
    }

    /// The algorithm, and the first byte that it covers.
    public var checksum: Checksum
    /// Where its value is.
    public var location: Location
    /// Whether a message with a wrong check is kept, flagged; otherwise it is rejected.
    public var keepsWrong: Bool

    /// Creates a check from its parts.
    public init(_ checksum: Checksum, location: Location, keepsWrong: Bool = false) {
        self.checksum = checksum
        self.location = location
        self.keepsWrong = keepsWrong
    }

    /// Whether a message's check is right.
    func holds(_ message: ArraySlice<UInt8>) -> Bool {
        switch location {
        case .end:
            guard message.count > checksum.count else { return false }
            return checksum.bytes(over: message.dropLast(checksum.count)) == Array(message.suffix(checksum.count))
        case .hexadecimal(let mark):
            let digits = 2 * checksum.count
            guard let at = message.lastIndex(of: mark), at + 1 + digits == message.endIndex else { return false }
            return HexText.number(of: message[(at + 1)...]) == UInt64(checksum.number(over: message[..<at]))
        }
    }
}
