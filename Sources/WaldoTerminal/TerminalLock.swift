internal import Glibc
internal import WaldoLoop

/// The right to a terminal's modes: an abstract socket that only one process of this machine can bind, named after the
/// terminal's own device, whatever path it was opened by.
///
/// Two owners would each give back what the other had set, and share the keys that are typed between them.
struct TerminalLock: ~Copyable {
    private let socket: OwnedDescriptor

    /// Somebody has it; 0 when it cannot be told who.
    struct Taken: Error { let pid: pid_t }

    /// TIOCGDEV of asm-generic/ioctls.h, a macro that Swift does not see.
    private static let getDevice: UInt = 0x8004_5432

    /// Takes the right to an open terminal, or tells who has it.
    init(_ terminal: CInt) throws(Taken) {
        var device: CUnsignedInt = 0
        _ = ioctl(terminal, Self.getDevice, &device)
        let name = "waldo/tty/\(device)"
        socket = OwnedDescriptor(owning: Self.newSocket())
        guard Self.withAddress(name, { bind(socket.number, $0, $1) }) == 0, listen(socket.number, 1) == 0 else {
            throw Taken(pid: Self.holder(name))
        }
    }

    private static func newSocket() -> CInt {
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        return Glibc.socket(AF_UNIX, kind, 0)
    }

    private static func holder(_ name: String) -> pid_t {
        let socket = OwnedDescriptor(owning: newSocket())
        guard withAddress(name, { connect(socket.number, $0, $1) }) == 0 else { return 0 }
        // struct ucred, which Glibc hides from Swift.
        var credentials: (pid: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(socket.number, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return 0 }
        return credentials.pid
    }

    private static func withAddress(_ name: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = [0] + Array(name.utf8.prefix(64))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
        }
    }
}
