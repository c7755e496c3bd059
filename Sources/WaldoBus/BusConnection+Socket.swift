import CDBus
import CWaldoShims

/// The connection's socket, for code that writes to it without libdbus.
extension BusConnection {
    /// The socket's descriptor; -1 once the connection is closed.
    public var descriptor: CInt {
        var number: CInt = -1
        guard let raw, dbus_connection_get_unix_fd(raw, &number) != 0 else { return -1 }
        return number
    }

    /// Bytes written to the socket that the bus has not read yet.
    public var unreadBytes: Int {
        var count: CInt = 0
        guard waldo_ioctl_pointer(descriptor, WALDO_SIOCOUTQ, &count) == 0 else { return 0 }
        return count > 1 ? Int(count) : 0
    }
}
