import WaldoCore

/// A survey's UUID as topics have it: lower case, 8-4-4-4-12 hexadecimal digits.
public struct SurveyID: Hashable, Sendable, CustomStringConvertible {
    /// Its text.
    public let text: String

    /// The UUID of a text in either case; nil: it is none.
    public init?(_ text: some StringProtocol) {
        let utf8 = Array(text.utf8)
        guard utf8.count == 36 else { return nil }
        for (position, byte) in utf8.enumerated() {
            let isDash = [8, 13, 18, 23].contains(position)
            guard isDash ? byte == UInt8(ascii: "-") : HexText.value(of: byte) != nil else { return nil }
        }
        self.text = text.lowercased()
    }

    /// Its first digit, by which collectors share the surveys among them.
    public var shard: Character { text.first ?? "0" }

    /// Its text.
    public var description: String { text }
}
