import Glibc

/// TCP on 127.0.0.1.
public enum Loopback {
    /// A new TCP socket, which no child inherits; -1: the system has none.
    public static func socket() -> CInt {
        Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    }

    /// Connects a socket to a port.
    /// - Returns: whether somebody listens there.
    public static func connect(_ socket: CInt, to port: UInt16) -> Bool {
        withAddress(of: port) { Glibc.connect(socket, $0, $1) == 0 }
    }

    /// Whether somebody listens at a port.
    public static func listens(_ port: UInt16) -> Bool {
        let number = socket()
        defer { close(number) }
        return connect(number, to: port)
    }

    /// A port that is free now.
    /// - Throws: `DidNotHappen` if there is none.
    public static func freePort() throws -> UInt16 {
        let number = socket()
        defer { close(number) }
        guard let port = listen(number, at: 0) else { throw DidNotHappen("no port is free") }
        return port
    }

    /// Has a socket listen at a port; 0: at any.
    /// - Returns: the port; nil: the system does not allow it.
    public static func listen(_ socket: CInt, at port: UInt16) -> UInt16? {
        withAddress(of: port) { address, size in
            var size = size
            guard bind(socket, address, size) == 0, Glibc.listen(socket, 4) == 0,
                getsockname(socket, address, &size) == 0
            else { return nil }
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                UInt16(bigEndian: $0.pointee.sin_port)
            }
        }
    }

    /// Calls `body` with the address of a port, and its size.
    private static func withAddress<Result>(
        of port: UInt16, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return withUnsafeMutablePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
