import WaldoCore
public import WaldoFiles

/// Where logs are uploaded to: `https://HOST/PATH`, the address of a Safecast-compatible import.
public struct UploadAddress: Equatable, Sendable, CustomStringConvertible {
    /// Its text.
    public let description: String
    /// Whether it is on this machine.
    public let isLoopback: Bool

    /// Whether a text means an upload.
    public static func isOne(_ text: String) -> Bool { text.hasPrefix("https://") || text.hasPrefix("http://") }

    /// Reads an address.
    /// - Throws: `Failure`.
    public init(_ text: String) throws(Failure) {
        let rest = text.drop { $0 != "/" }.dropFirst(2)
        let authority = rest.prefix { !"/?#".contains($0) }
        let host = authority.first == "[" ? authority.prefix { $0 != "]" }.dropFirst() : authority.prefix { $0 != ":" }
        let isPlain = text.utf8.allSatisfy { (0x21..<0x7f).contains($0) }
        guard Self.isOne(text), isPlain, text.utf8.count <= 1000, !host.isEmpty else {
            throw Failure(
                .usage, "\(SafeText.escaped(text, upTo: 200)) is no address; write https://HOST/PATH")
        }
        guard !authority.contains("@"), !text.contains("api_key=") else {
            throw Failure(
                .usage,
                "a key does not belong into an address, where others see it; give a file by --api-key")
        }
        isLoopback =
            host == "localhost" || host == "::1"
            || host.hasPrefix("127.") && host.allSatisfy { $0 == "." || $0.isNumber }
        guard text.hasPrefix("https://") || isLoopback else {
            throw Failure(
                .usage, "a key does not travel without encryption; write https:// in \(text)")
        }
        description = text
    }
}
