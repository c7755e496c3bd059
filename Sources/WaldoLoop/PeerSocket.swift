/// Whose the other end of a TCP connection is, as the kernel's tables of sockets show it (proc(5)).
package enum PeerSocket: Equatable, Sendable {
    /// It is no socket of this network namespace: it is of another machine, or of a container.
    case elsewhere
    /// It is one, and no process has it: it was closed, or was not accepted yet.
    case unowned
    /// A process of this user has accepted it, and `listeners` are the users who listen at its address now.
    case owned(by: UInt32, listeners: Set<UInt32>)

    /// Finds the other end of a connection.
    /// - Parameters:
    ///   - local: this end's address and port.
    ///   - remote: the other end's.
    ///   - rows: the lines of /proc/net/tcp and /proc/net/tcp6, in any order. What is no row is passed over.
    package init(of local: SocketEnd, to remote: SocketEnd, in rows: some Sequence<String>) {
        var listeners: Set<UInt32> = [], found: PeerSocket?
        for case let row? in rows.lazy.map({ SocketRow($0) }) {
            if row.local == remote, row.remote == local {
                // A socket without an inode belongs to no process, and its user is none either.
                if row.inode != 0 { found = .owned(by: row.user, listeners: []) } else { found = found ?? .unowned }
            } else if row.isListening, row.local == remote || row.local.isAny(ofPort: remote.port) {
                listeners.insert(row.user)
            }
        }
        if case .owned(let user, _) = found { found = .owned(by: user, listeners: listeners) }
        self = found ?? .elsewhere
    }
}

/// A row of the kernel's table of TCP sockets.
private struct SocketRow {
    let local: SocketEnd, remote: SocketEnd
    let isListening: Bool
    let user: UInt32
    let inode: UInt64

    /// Parses a row; nil: it is none.
    init?(_ line: String) {
        let fields = line.split(separator: " ", maxSplits: 10)
        guard fields.count >= 10, let local = SocketEnd(kernel: fields[1]), let remote = SocketEnd(kernel: fields[2]),
            let state = UInt8(fields[3], radix: 16), let user = UInt32(fields[7]), let inode = UInt64(fields[9])
        else { return nil }
        (self.local, self.remote, isListening, self.user, self.inode) = (local, remote, state == 0x0A, user, inode)
    }
}
