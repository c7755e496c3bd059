internal import Glibc

/// A lock that only one process of a network namespace can hold: an abstract socket (unix(7)), which the kernel
/// releases when the process ends, however it ends. A container may have such a namespace of its own, and any user
/// can take the lock, but for one that is taken `among` some users.
public struct ProcessLock: ~Copyable, Sendable {
    private let socket: OwnedDescriptor

    /// The most bytes of a name that count: an address has room for few more.
    private static let longestName = 100

    /// Why the lock could not be taken.
    public enum Refusal: Error, Equatable {
        /// Another process holds it.
        case taken(by: LockHolder)
        /// A call failed, such as socket(2) when the process may open no more files.
        case failed(SystemFailure)
    }

    /// Takes the lock.
    /// - Parameter name: what the lock is for; only its first 100 bytes count.
    /// - Throws: `Refusal`: `.taken` when another process holds the lock, else `.failed`.
    public init(_ name: String) throws(Refusal) {
        let number = Self.newSocket()
        guard number >= 0 else { throw .failed(SystemFailure("socket")) }
        try self.init(name, on: OwnedDescriptor(owning: number))
    }

    /// Takes the lock with a socket that is not bound yet.
    init(_ name: String, on socket: consuming OwnedDescriptor) throws(Refusal) {
        self.socket = socket
        guard Self.withAddress(name, { bind(self.socket.number, $0, $1) }) == 0 else {
            let failure = SystemFailure("bind")
            throw failure.code == EADDRINUSE ? .taken(by: Self.holder(name)) : .failed(failure)
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
    public static func held(beginningWith prefix: String) -> [String] {
        Set((bound() ?? []).map(\.name).filter { $0.hasPrefix(prefix) }).filter(isHeld).sorted()
    }

    /// Who holds a lock.
    public static func holder(_ name: String) -> LockHolder {
        if let peer = peer(name) { return peer }
        let key = String(decoding: name.utf8.prefix(longestName), as: UTF8.self)
        guard let inode = bound()?.first(where: { $0.name == key })?.inode else { return LockHolder() }
        return owners(of: [inode])[inode] ?? LockHolder()
    }

    /// Who holds a lock, by a connection to its socket; nil: it takes none, as with many that have asked.
    static func peer(_ name: String) -> LockHolder? {
        let socket = OwnedDescriptor(owning: newSocket())
        // struct ucred, which Swift's Glibc module leaves out.
        var credentials: (pid: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard withAddress(name, { connect(socket.number, $0, $1) }) == 0,
            getsockopt(socket.number, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0
        else { return nil }
        return LockHolder(pid: credentials.pid, user: credentials.user)
    }

    /// Who has sockets among the open files. Of other users' processes only root sees that.
    static func owners(of inodes: Set<Substring>) -> [Substring: LockHolder] {
        var owners: [Substring: LockHolder] = [:]
        for pid in entries("/proc").compactMap({ Int32($0) }) {
            for file in entries("/proc/\(pid)/fd") {
                var target = [CChar](repeating: 0, count: 64), status = stat()
                let length = readlink("/proc/\(pid)/fd/\(file)", &target, target.count)
                let text = String(decoding: target.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
                let inode = text.dropFirst("socket:[".count).dropLast()
                guard text.hasPrefix("socket:["), inodes.contains(inode), stat("/proc/\(pid)", &status) == 0 else {
                    continue
                }
                owners[inode] = LockHolder(pid: pid, user: status.st_uid)
            }
        }
        return owners
    }

    /// The abstract sockets of this network namespace that have a name; nil: the kernel does not say.
    static func bound() -> [(name: String, inode: Substring)]? {
        guard let table = fopen("/proc/net/unix", "re") else { return nil }
        defer { fclose(table) }
        var found: [(name: String, inode: Substring)] = []
        var line = [CChar](repeating: 0, count: 512)
        while fgets(&line, CInt(line.count), table) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            // Seven columns, the inode last; an abstract address has `@` in place of its first byte. A connection that
            // nobody has accepted bears the name too, and has no inode.
            let words = text.split(whereSeparator: \.isWhitespace)
            guard words.count > 7, words[7].first == "@", words[6] != "0" else { continue }
            found.append((String(words[7].dropFirst()), words[6]))
        }
        return found
    }

    private static func entries(_ path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names
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
