import Glibc

/// A Unix socket that only listens, to detect whether a program connects.
public final class ListeningSocket {
    /// Its D-Bus address.
    public let address: String

    private let descriptor: CInt
    private let folder: TemporaryFolder

    /// Listens at a path of its own.
    /// - Throws: `DidNotHappen` if the system does not allow it.
    public init() throws {
        folder = try TemporaryFolder()
        let path = folder.path + "/socket"
        address = "unix:path=\(path)"
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard descriptor >= 0, bound == 0, listen(descriptor, 1) == 0 else {
            throw DidNotHappen("no socket at \(path)")
        }
    }

    deinit { close(descriptor) }

    /// Accepts a waiting connection and closes it.
    /// - Returns: false if no connection was waiting.
    public func turnsAway() -> Bool {
        guard hasCaller else { return false }
        close(accept(descriptor, nil, nil))
        return true
    }

    /// Whether a connection is waiting to be accepted.
    public var hasCaller: Bool {
        var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&place, 1, 0) > 0
    }
}
