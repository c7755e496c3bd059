/// The origin of a connection as limits see it: an IPv4 address, an IPv6 /64 network, or this machine. An owner of one
/// address in 127/8, or in an IPv6 /64 network, owns them all.
struct PanelSource: Hashable, Sendable, CustomStringConvertible {
    /// Empty for this machine; otherwise the 4 bytes of an IPv4 address, or the first 8 of an IPv6 address.
    private let network: [UInt8]

    /// Creates the source of an address of 4 or 16 bytes, in network byte order.
    init(_ bytes: [UInt8]) {
        let isMapped = bytes.count == 16 && bytes[..<12].elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff])
        let address = isMapped ? Array(bytes[12...]) : bytes
        let isMachine = address.count == 4 ? address[0] == 127 : address.dropLast().allSatisfy { $0 == 0 }
        network = isMachine ? [] : Array(address.prefix(address.count == 4 ? 4 : 8))
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
