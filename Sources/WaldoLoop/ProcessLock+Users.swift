internal import Glibc

/// Locks that only some users' processes can hold: each holder has a name of its own below that of the lock, so that no
/// other user can take it away from them.
extension ProcessLock {
    /// How often two that begin at the same moment give way to one another.
    private static let attempts = 4

    /// Takes such a lock.
    /// - Parameter name: what the lock is for; only its first 80 bytes count.
    /// - Throws: `Refusal`: `.taken` when a process of these users holds the lock, else `.failed`.
    public static func take(_ name: String, among users: LockUsers) throws(Refusal) -> ProcessLock {
        let prefix = prefix(name)
        var other = LockHolder()
        for attempt in 0..<attempts {
            if attempt > 0 { usleep(.random(in: 1_000...20_000)) }
            let own = prefix + String(UInt32.random(in: .min ... .max), radix: 16)
            let lock = try ProcessLock(own)
            // Of two each sees the other once both have their names.
            guard let holders = holders(prefix, among: users, but: own) else {
                throw .failed(SystemFailure("open /proc/net/unix"))
            }
            guard let first = holders.first else { return lock }
            other = first
        }
        throw .taken(by: other)
    }

    /// Whether a process of these users holds such a lock, this one too. Nothing is taken.
    public static func isHeld(_ name: String, among users: LockUsers) -> Bool {
        holders(prefix(name), among: users, but: "")?.isEmpty == false
    }

    private static func prefix(_ name: String) -> String { String(decoding: name.utf8.prefix(80), as: UTF8.self) + "/" }

    /// A socket that takes no more connections is one of these users' if one of their processes has it open.
    private static func holders(_ prefix: String, among users: LockUsers, but own: String) -> [LockHolder]? {
        guard let sockets = bound()?.filter({ $0.name.hasPrefix(prefix) && $0.name != own }) else { return nil }
        var known: [LockHolder] = [], unknown: Set<Substring> = []
        for socket in sockets {
            if let peer = peer(socket.name) { known.append(peer) } else { unknown.insert(socket.inode) }
        }
        if !unknown.isEmpty {
            let owners = owners(of: unknown)
            known += unknown.map { owners[$0] ?? LockHolder() }
        }
        return known.filter { users.contains($0.user) }
    }
}
