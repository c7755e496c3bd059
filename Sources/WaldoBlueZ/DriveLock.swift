internal import Glibc
internal import WaldoLoop

/// The right to drive one shield: an abstract socket that only one process of this machine can bind.
struct DriveLock: ~Copyable {
    private let socket: OwnedDescriptor

    /// Another process has it.
    struct Taken: Error { let pid: pid_t }

    /// Takes the right, or tells who has it.
    init(address: String) throws(Taken) {
        socket = OwnedDescriptor(owning: Self.newSocket())
        guard Self.withAddress(address, { bind(socket.number, $0, $1) }) == 0, listen(socket.number, 1) == 0 else {
            throw Taken(pid: Self.holder(address))
        }
    }

    private static func newSocket() -> CInt {
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        return Glibc.socket(AF_UNIX, kind, 0)
    }

    /// The process that listens there, 0 when it cannot be told.
    private static func holder(_ address: String) -> pid_t {
        let socket = OwnedDescriptor(owning: newSocket())
        guard withAddress(address, { connect(socket.number, $0, $1) }) == 0 else { return 0 }
        // struct ucred, which Glibc hides from Swift.
        var credentials: (pid: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(socket.number, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return 0 }
        return credentials.pid
    }

    private static func withAddress(
        _ address: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) -> CInt {
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let bytes = [0] + Array("waldo/\(address)".utf8.prefix(64))
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        return withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
        }
    }
}
