public import WaldoCore

/// A check over a message's bytes.
public struct MessageCheck: Equatable, Sendable {
    /// Where the check's value stands.
    public enum Place: Equatable, Sendable {
        /// In the message's last byte.
        case lastByte
        /// In two hexadecimal digits at the end, behind this byte, which is not covered.
        case hexadecimal(behind: UInt8)
    }

    /// The algorithm, and the first byte that it covers.
    public var checksum: FrameTemplate.Checksum
    /// Where its value stands.
    public var place: Place
    /// Whether a message with a wrong check is kept, flagged; otherwise it is rejected.
    public var keepsWrong: Bool

    /// Creates a check from its parts.
    public init(_ checksum: FrameTemplate.Checksum, place: Place, keepsWrong: Bool = false) {
        self.checksum = checksum
        self.place = place
        self.keepsWrong = keepsWrong
    }

    /// Whether a message's check is right.
    func holds(_ message: ArraySlice<UInt8>) -> Bool {
        switch place {
        case .lastByte:
            guard let last = message.last else { return false }
            return checksum.over(message.dropLast()) == last
        case .hexadecimal(let mark):
            guard let at = message.lastIndex(of: mark), at + 3 == message.endIndex else { return false }
            return HexText.number(of: message[(at + 1)...(at + 2)]) == UInt64(checksum.over(message[..<at]))
        }
    }
}
