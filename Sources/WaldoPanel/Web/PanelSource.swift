internal import Glibc

/// Where a connection comes from, as far as limits go: an IPv4 address, an IPv6 network of 64 bits, or this machine.
/// Whoever has one address of 127/8, or of an IPv6 network, has them all.
struct PanelSource: Hashable, Sendable, CustomStringConvertible {
    /// This machine: no bytes; else the 4 bytes of an address, or the first 8 of one.
    private let network: [UInt8]

    /// An address of 4 or 16 bytes, in the network's order.
    init(_ bytes: [UInt8]) {
        let isMapped = bytes.count == 16 && bytes[..<12].elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff])
        let address = isMapped ? Array(bytes[12...]) : bytes
        let isMachine = address.count == 4 ? address[0] == 127 : address.dropLast().allSatisfy { $0 == 0 }
        network = isMachine ? [] : Array(address.prefix(address.count == 4 ? 4 : 8))
    }

    /// The other side's address, as accept(2) leaves it.
    init(_ name: sockaddr_storage) {
        self = withUnsafeBytes(of: name) { bytes in
            // Where `sin6_addr` and `sin_addr` stand.
            CInt(name.ss_family) == AF_INET6 ? PanelSource(Array(bytes[8..<24])) : PanelSource(Array(bytes[4..<8]))
        }
    }

    var description: String {
        switch network.count {
        case 0: "this machine"
        case 4: network.map { String($0) }.joined(separator: ".")
        default:
            stride(from: 0, to: 8, by: 2).map { String(Int(network[$0]) << 8 | Int(network[$0 + 1]), radix: 16) }
                .joined(separator: ":") + "::/64"
        }
    }
}
