import Glibc

/// One end of a TCP connection: an address and a port. An IPv4 address is the same as its mapped form in IPv6, since a
/// socket of IPv6 may take connections of IPv4.
package struct SocketEnd: Equatable, Sendable {
    /// The address in IPv6, in network order.
    private let address: [UInt8]
    /// The port.
    package let port: UInt16

    private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

    private init(_ address: [UInt8], _ port: UInt16) {
        self.address = address.count == 4 ? Self.mapped + address : address
        self.port = port
    }

    /// Parses an end as the kernel's tables write it, such as `0100007F:0B83`: each four bytes of the address are one
    /// number of this machine, in hexadecimal digits. Nil if it is malformed.
    /// - Parameter isLittleEndian: whether the machine stores the lowest byte of a number first.
    package init?(kernel text: some StringProtocol, isLittleEndian: Bool = UInt16(1).littleEndian == 1) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count == 8 || parts[0].count == 32, parts[1].count == 4,
            let port = Self.number(parts[1])
        else { return nil }
        var address: [UInt8] = [], rest = parts[0][...]
        while !rest.isEmpty {
            guard let word = Self.number(rest.prefix(8)) else { return nil }
            rest = rest.dropFirst(8)
            let bytes = (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
            address += isLittleEndian ? bytes : bytes.reversed()
        }
        self.init(address, UInt16(truncatingIfNeeded: port))
    }

    /// Of hexadecimal digits alone: no sign.
    private static func number(_ digits: some Sequence<UInt8>) -> UInt32? {
        var number: UInt32 = 0
        for digit in digits {
            guard let value = Character(UnicodeScalar(digit)).hexDigitValue else { return nil }
            number = number << 4 | UInt32(value)
        }
        return number
    }

    /// An end of a connected socket; nil: it is not connected, or no TCP socket.
    /// - Parameter isRemote: whether the other end is asked for.
    package init?(of socket: CInt, isRemote: Bool) {
        var name = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                isRemote ? getpeername(socket, $0, &size) : getsockname(socket, $0, &size)
            }
        }
        guard result == 0 else { return nil }
        let end = withUnsafeBytes(of: name) { bytes -> SocketEnd? in
            switch CInt(name.ss_family) {
            case AF_INET:
                let name = bytes.load(as: sockaddr_in.self)
                return SocketEnd(withUnsafeBytes(of: name.sin_addr) { Array($0) }, UInt16(bigEndian: name.sin_port))
            case AF_INET6:
                let name = bytes.load(as: sockaddr_in6.self)
                return SocketEnd(withUnsafeBytes(of: name.sin6_addr) { Array($0) }, UInt16(bigEndian: name.sin6_port))
            default: return nil
            }
        }
        guard let end else { return nil }
        self = end
    }

    /// Whether the address is one of this machine alone: 127.0.0.0/8 or ::1.
    package var isLoopback: Bool {
        address.starts(with: Self.mapped) ? address[12] == 127 : address == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// Whether it means this port on every address.
    func isAny(ofPort port: UInt16) -> Bool {
        self.port == port && (address.allSatisfy { $0 == 0 } || address == Self.mapped + [0, 0, 0, 0])
    }
}
