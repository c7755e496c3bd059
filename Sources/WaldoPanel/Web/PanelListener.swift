import Glibc
import WaldoLoop
import WaldoTime

/// The owner of a `PanelListener`, which takes its connections.
@LoopActor
protocol PanelListenerDelegate: AnyObject {
    /// A connection was accepted, from this address, at this time.
    func accept(_ descriptor: consuming OwnedDescriptor, _ peer: PeerAddress, _ now: Instant)
    /// Out of descriptors or memory: the receiver should release what it can.
    func isOut()
}

/// The socket that browsers connect to. Pauses when connections arrive too fast, and when the system is out of
/// resources.
@LoopActor
final class PanelListener {
    /// How long accepting pauses when the system is out of resources.
    private static let rest: TimeSpan = .milliseconds(250)

    /// The port, which the system may have chosen.
    let port: UInt16
    private let socket: OwnedDescriptor
    weak var delegate: (any PanelListenerDelegate)?
    private var watch: FileWatch?
    private var timer: LoopTimer?
    private var pace = AcceptPace()

    /// Starts to listen.
    /// - Throws: EADDRINUSE if the port is taken, EADDRNOTAVAIL for an address of another machine.
    init(_ address: PanelAddress) throws(SystemFailure) {
        socket = try Self.listen(address)
        port = Self.port(of: socket)
        watch = try FileWatch(socket.number, for: .readable, priority: .other, of: self) { listener, _ in
            listener.accept()
        }
        timer = LoopTimer(of: self) { listener, _ in listener.watch?.wait(for: .readable) }
    }

    /// Stops accepting connections.
    func close() {
        watch?.cancel()
        watch = nil
        timer?.cancel()
        timer = nil
    }

    private func accept() {
        let now = Monotonic.now()
        var name = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let number = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.accept(socket.number, $0, &size) }
        }
        guard number >= 0 else {
            // Without a pause, epoll would report the waiting connection over and over.
            if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) {
                rest(until: now + Self.rest)
                delegate?.isOut()
            }
            return
        }
        let descriptor = OwnedDescriptor(owning: number)
        if let until = pace.count(at: now) { rest(until: until) }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
        var on: CInt = 1
        setsockopt(number, CInt(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
        delegate?.accept(descriptor, PeerAddress(name), now)
    }

    private func rest(until: Instant) {
        watch?.wait(for: [])
        timer?.arm(at: until)
    }

    private static func listen(_ address: PanelAddress) throws(SystemFailure) -> OwnedDescriptor {
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        let number = Glibc.socket(address.isIPv6 ? AF_INET6 : AF_INET, kind, 0)
        guard number >= 0 else { throw SystemFailure("socket") }
        let socket = OwnedDescriptor(owning: number)
        var on: CInt = 1
        setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<CInt>.size))
        guard address.withSocketAddress({ bind(number, $0, $1) }) == 0 else { throw SystemFailure("bind") }
        guard Glibc.listen(number, 128) == 0 else { throw SystemFailure("listen") }
        return socket
    }

    /// The port has the same offset in sockaddr_in and sockaddr_in6.
    private static func port(of socket: borrowing OwnedDescriptor) -> UInt16 {
        var name = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        _ = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket.number, $0, &size) }
        }
        return UInt16(bigEndian: name.sin6_port)
    }
}
