import Glibc

/// A lock that only one process of a network namespace can hold: an abstract socket (unix(7)), which the kernel
/// releases when the process ends, however it ends. A container may have such a namespace of its own, and any user
/// can take the lock.
public struct ProcessLock: ~Copyable, Sendable {
    private let socket: OwnedDescriptor

    /// The most bytes of a name that count: an address has room for few more.
    private static let longestName = 100

    /// Takes the lock.
    /// - Parameter name: what the lock is for; only its first 100 bytes count.
    /// - Throws: `LockRefusal`: `.locked` when another process holds the lock, else `.failed`.
    public init(_ name: String) throws(LockRefusal) {
        let number = Self.newSocket()
        guard number >= 0 else { throw .failed(SystemFailure("socket")) }
        try self.init(name, on: OwnedDescriptor(owning: number))
    }

    /// Takes the lock with a socket that is not bound yet.
    init(_ name: String, on socket: consuming OwnedDescriptor) throws(LockRefusal) {
        self.socket = socket
        guard Self.withAddress(name, { bind(self.socket.number, $0, $1) }) == 0 else {
            let failure = SystemFailure("bind")
            throw failure.code == EADDRINUSE ? .locked(by: Self.holder(name)) : .failed(failure)
        }
        guard listen(self.socket.number, SOMAXCONN) == 0 else { throw .failed(SystemFailure("listen")) }
    }

    private static func newSocket() -> CInt {
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        return Glibc.socket(AF_UNIX, kind, 0)
    }

    /// Whether a process holds a lock, this one too. Nothing is taken.
    public static func isHeld(_ name: String) -> Bool {
        let number = newSocket()
        guard number >= 0 else { return false }
        let socket = OwnedDescriptor(owning: number)
        // With many that have asked, the socket takes no more: EAGAIN.
        return withAddress(name) { connect(socket.number, $0, $1) } == 0 || errno == EAGAIN
    }

    /// The names of all locks that begin with this text, and are held by processes of this machine, sorted. Nothing is
    /// taken.
    public static func names(beginningWith prefix: String) -> [String] {
        Set(bound().map(\.name).filter { $0.hasPrefix(prefix) }).filter(isHeld).sorted()
    }

    /// Who holds a lock.
    public static func holder(_ name: String) -> LockHolder {
        if let peer = peer(name) { return peer }
        let key = String(decoding: name.utf8.prefix(longestName), as: UTF8.self)
        guard let inode = bound().first(where: { $0.name == key })?.inode else { return LockHolder() }
        return ProcessTable.firstProcess { ProcessTable.target(of: "/proc/\($0)/fd/\($1)") == "socket:[\(inode)]" }
    }

    /// Who holds a lock, by a connection to its socket; nil: it takes none, as with many that have asked.
    private static func peer(_ name: String) -> LockHolder? {
        let socket = OwnedDescriptor(owning: newSocket())
        // struct ucred, which Swift's Glibc module leaves out.
        var credentials: (pid: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard withAddress(name, { connect(socket.number, $0, $1) }) == 0,
            getsockopt(socket.number, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0
        else { return nil }
        return LockHolder(pid: credentials.pid, user: credentials.user)
    }

    /// The abstract sockets of this network namespace that have a name. Whoever binds one chooses its name, with line
    /// feeds too, and so what the lines of this table say.
    private static func bound() -> [(name: String, inode: Substring)] {
        KernelFile.lines(of: "/proc/net/unix").compactMap { line in
            // Seven columns, the inode last; an abstract address has `@` in place of its first byte. A connection that
            // nobody has accepted bears the name too, and has no inode.
            let words = line.split(whereSeparator: \.isWhitespace)
            guard words.count > 7, words[7].first == "@", words[6] != "0" else { return nil }
            return (String(words[7].dropFirst()), words[6])
        }
    }

    private static func withAddress(_ name: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = [0] + Array(name.utf8.prefix(longestName))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
        }
    }
}
