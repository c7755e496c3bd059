import WaldoCore

/// The secret that allows a browser on another machine to drive.
public struct PanelToken: Equatable, Sendable {
    /// The token as written in the URL's fragment, after the `#`, which browsers send to no server.
    public let text: String

    /// A token chosen by the operator: 16 to 64 letters, digits, `-` and `_`; nil for any other text.
    public init?(_ text: String) {
        guard (16...64).contains(text.utf8.count), text.utf8.allSatisfy(Self.isSafe) else { return nil }
        self.text = text
    }

    /// Generates a token of 128 random bits; the system's generator is getrandom(2).
    public static func generated() -> PanelToken {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
        return PanelToken(HexText.text(of: bytes))!
    }

    /// Whether another text equals the token. The comparison takes the same time wherever they differ.
    func equals(_ other: String) -> Bool {
        let own = Array(text.utf8), others = Array(other.utf8)
        var difference = UInt8(own.count == others.count ? 0 : 1)
        for index in own.indices { difference |= own[index] ^ (index < others.count ? others[index] : 0) }
        return difference == 0
    }

    private static func isSafe(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
