import Glibc

/// How far the kernel has come with the connection of a socket.
enum SocketState {
    /// The other side has not answered yet.
    case connecting
    /// It is there.
    case open
    /// It was refused, or was ended by both sides.
    case over

    /// That of a socket that was told to connect.
    init(of socket: CInt) {
        var descriptor = pollfd(fd: socket, events: Int16(POLLIN | POLLOUT), revents: 0)
        let count = Glibc.poll(&descriptor, 1, 0)
        self = count > 0 ? (descriptor.revents & Int16(POLLHUP | POLLNVAL) == 0 ? .open : .over) : .connecting
    }

    /// Whether a socket is one of IPv6.
    static func isIPv6(_ socket: CInt) -> Bool {
        var family: CInt = 0, size = socklen_t(MemoryLayout<CInt>.size)
        return getsockopt(socket, SOL_SOCKET, SO_DOMAIN, &family, &size) == 0 && family == AF_INET6
    }
}
