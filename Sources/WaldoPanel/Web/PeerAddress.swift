import Glibc

/// The address of the other side of a connection: 4 or 16 bytes in network byte order, of a mapped IPv4 address its 4.
struct PeerAddress: Hashable, Sendable {
    private let bytes: [UInt8]

    /// What limits see of it.
    var source: PanelSource { PanelSource(bytes) }

    /// An address as accept(2) returns it.
    init(_ name: sockaddr_storage) {
        bytes = withUnsafeBytes(of: name) { bytes in
            // The offsets of `sin6_addr` and `sin_addr`.
            Self.unmapped(CInt(name.ss_family) == AF_INET6 ? Array(bytes[8..<24]) : Array(bytes[4..<8]))
        }
    }

    /// A literal address, `192.0.2.7` or `2001:db8::7`; nil for any other text.
    init?(_ text: some StringProtocol) {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard text.utf8.count < Int(INET6_ADDRSTRLEN), !text.utf8.contains(0) else { return nil }
        if inet_pton(AF_INET, String(text), &bytes) == 1 {
            self.bytes = Array(bytes[..<4])
        } else if inet_pton(AF_INET6, String(text), &bytes) == 1 {
            self.bytes = Self.unmapped(bytes)
        } else {
            return nil
        }
    }

    private static func unmapped(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]) ? Array(bytes[12...]) : bytes
    }
}
