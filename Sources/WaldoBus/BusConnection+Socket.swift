import CDBus
import Glibc
public import WaldoLoop

/// The connection's socket, for code that writes to it without libdbus.
extension BusConnection {
    /// Whether the connection is open.
    public var isOpen: Bool { raw != nil }

    /// Another descriptor of the connection's socket. libdbus closes its own at a hang-up, before it reports that, and
    /// another file may then have its number.
    /// - Throws: `SystemFailure`, where the connection is closed or the process has no descriptor left.
    public func duplicateSocket() throws(SystemFailure) -> OwnedDescriptor {
        var number: CInt = -1
        guard let raw, dbus_connection_get_unix_fd(raw, &number) != 0 else { throw SystemFailure("dup", code: EBADF) }
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw SystemFailure("dup") }
        return OwnedDescriptor(owning: copy)
    }
}
