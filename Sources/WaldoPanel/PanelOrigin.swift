/// The origin of web pages, `https://arm.example` or `http://192.0.2.7:8080`: how a browser names a server that it
/// reaches by a proxy.
public struct PanelOrigin: Equatable, Sendable {
    /// As browsers write it in an `Origin` header: in lower case, without a port that is the scheme's default.
    public let text: String
    /// As browsers write it in a `Host` header.
    let host: String
    private let scheme: String

    /// Parses an origin; nil for a text with a path, a user or anything else that no origin has.
    public init?(_ text: String) {
        let lower = text.lowercased()
        guard let scheme = ["https", "http"].first(where: { lower.hasPrefix($0 + "://") }) else { return nil }
        var rest = lower.dropFirst(scheme.utf8.count + 3)
        if rest.hasSuffix("/") { rest.removeLast() }
        var port: UInt16?
        if let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("]") {
            let digits = rest[rest.index(after: colon)...]
            guard let number = UInt16(digits), number > 0, digits.utf8.allSatisfy(Self.isDigit) else { return nil }
            port = number
            rest = rest[..<colon]
        }
        guard Self.isHost(rest) else { return nil }
        let shownPort = port == (scheme == "https" ? 443 : 80) ? nil : port
        host = rest + (shownPort.map { ":\($0)" } ?? "")
        self.scheme = scheme
        self.text = "\(scheme)://\(host)"
    }

    /// Whether a request with this `Host` header was sent to it.
    func isMeant(by header: String) -> Bool {
        PanelOrigin("\(scheme)://\(header)")?.host == host && !header.hasSuffix("/")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// A host name, an IPv4 address, or an IPv6 address in brackets.
    private static func isHost(_ text: Substring) -> Bool {
        if text.hasPrefix("["), text.hasSuffix("]") { return PeerAddress(text.dropFirst().dropLast()) != nil }
        return !text.isEmpty && text.utf8.count <= 253
            && text.utf8.allSatisfy {
                isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-")
                    || $0 == UInt8(ascii: ".")
            }
    }
}
