import Glibc

/// A unix socket that only listens, to see whether somebody calls.
public final class ListeningSocket {
    /// Its D-Bus address.
    public let address: String

    private let descriptor: CInt
    private let folder: TemporaryFolder

    /// Listens at a path of its own.
    /// - Throws: `DidNotHappen` when the system does not let it.
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

    /// Ends the call of somebody who has connected. False when nobody has.
    public func turnsAway() -> Bool {
        guard hasCaller else { return false }
        close(accept(descriptor, nil, nil))
        return true
    }

    /// Whether somebody has connected and was not looked at yet.
    public var hasCaller: Bool {
        var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&place, 1, 0) > 0
    }
}
