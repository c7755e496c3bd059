import Glibc
import WaldoLoop

/// Where the panel listens: an address of this machine and a port, `HOST:PORT`.
///
/// Only literal addresses (and `localhost`) are accepted. A browser that reached this server by a host name may be
/// showing another site's page (DNS rebinding), so its `Host` header must be a literal address as well.
public struct PanelAddress: Equatable, Sendable {
    private var address: SocketAddress

    /// Parses an address as written on the command line: `127.0.0.1:8713`, `[::1]:8713`, `localhost:8713`. Nil if it is
    /// malformed.
    public init?(_ text: String) {
        guard let address = SocketAddress(text) else { return nil }
        self.address = address
    }

    /// The literal address; an IPv6 address without its brackets.
    public var host: String { address.host }

    /// The port; 0: the system chooses one.
    public var port: UInt16 {
        get { address.port }
        set { address.port = newValue }
    }

    var isIPv6: Bool { address.isIPv6 }

    /// Whether only this machine can reach it.
    public var isLoopback: Bool { isIPv6 ? host == "::1" : host.hasPrefix("127.") }

    /// Whether it means every address of this machine.
    public var isAny: Bool { host == "0.0.0.0" || host == "::" }

    /// The address as written in a URL.
    public var text: String { address.text }

    /// Whether a request with this `Host` header was sent to this address.
    func isMeant(by header: String) -> Bool {
        // Browsers omit the default port, 80.
        guard let asked = PanelAddress(header) ?? PanelAddress(header + ":80"), asked.port == port else { return false }
        if asked.host == host { return true }
        return isAny && !asked.isAny && (!asked.isIPv6 || isIPv6)
    }

    /// The addresses at which browsers can reach it: itself, or, if it means every address, the IPv4 addresses of this
    /// machine; 127.0.0.1 if there is no network.
    public var reachable: [PanelAddress] { reachable(at: Self.ownIPv4()) }

    func reachable(at hosts: [String]) -> [PanelAddress] {
        guard isAny else { return [self] }
        return (hosts.isEmpty ? ["127.0.0.1"] : hosts).compactMap { PanelAddress("\($0):\(port)") }
    }

    private static func ownIPv4() -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var hosts: [String] = []
        var next = list
        while let interface = next?.pointee {
            next = interface.ifa_next
            guard let address = interface.ifa_addr, Int32(address.pointee.sa_family) == AF_INET else { continue }
            var number = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_addr }
            var bytes = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
            guard inet_ntop(AF_INET, &number, &bytes, socklen_t(bytes.count)) != nil else { continue }
            let host = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if !host.hasPrefix("127.") { hosts.append(host) }
        }
        return hosts
    }

    /// Passes the address to `body` in the form that system calls take.
    func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        address.withSocketAddress(body)
    }
}
