public import Glibc

/// A literal IP address and a port. Host names are not looked up: that may take seconds, and the loop never waits.
public struct SocketAddress: Equatable, Sendable {
    /// The literal address, in the system's shortest spelling; an IPv6 address without its brackets.
    public let host: String
    /// The port.
    public var port: UInt16
    /// Whether it is an IPv6 address.
    public let isIPv6: Bool

    /// Parses `127.0.0.1:2947`, `[::1]:2947` or `localhost:2947`, which is 127.0.0.1. Nil if it is malformed, or a
    /// name.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]),
            text[text.index(after: colon)...].allSatisfy(\.isNumber)
        else { return nil }
        self.init(host: String(text[..<colon]), port: port)
    }

    /// Creates an address from `127.0.0.1`, `[::1]` or `localhost`, and a port. Nil if the host is malformed, or a
    /// name.
    public init?(host: String, port: UInt16) {
        self.port = port
        if host == "localhost" {
            (self.host, isIPv6) = ("127.0.0.1", false)
        } else if host.hasPrefix("["), host.hasSuffix("]"), let literal = Self.shortest(host.dropFirst().dropLast()) {
            (self.host, isIPv6) = (literal, true)
        } else if Self.isIPv4(host) {
            (self.host, isIPv6) = (host, false)
        } else {
            return nil
        }
    }

    /// The address as written in a URL.
    public var text: String { (isIPv6 ? "[\(host)]" : host) + ":\(port)" }

    private static func isIPv4(_ text: String) -> Bool {
        var address = in_addr()
        return inet_pton(AF_INET, text, &address) == 1
    }

    /// An IPv6 literal in the system's canonical spelling.
    private static func shortest(_ text: Substring) -> String? {
        var address = in6_addr()
        guard inet_pton(AF_INET6, String(text), &address) == 1 else { return nil }
        var bytes = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, &address, &bytes, socklen_t(bytes.count)) != nil else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Passes the address to `body` in the form that system calls take.
    public func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        if isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            inet_pton(AF_INET6, host, &address.sin6_addr)
            return lend(&address, body)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        return lend(&address, body)
    }

    private func lend<Address, Result>(
        _ address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<Address>.size)) }
        }
    }
}
