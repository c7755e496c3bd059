import CDBus

extension Message {
    /// The call's bytes in the bus's wire format, to send without libdbus on a connection of their own. The call
    /// requests no reply.
    public consuming func marshalled() -> [UInt8] {
        dbus_message_set_no_reply(raw, 1)
        // The bus requires only a serial other than zero; no reply refers to it.
        dbus_message_set_serial(raw, .max)
        var bytes: UnsafeMutablePointer<CChar>?
        var count: CInt = 0
        guard dbus_message_marshal(raw, &bytes, &count) != 0, let bytes else {
            preconditionFailure("no memory for a message")
        }
        defer { dbus_free(bytes) }
        return bytes.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
            Array(UnsafeBufferPointer(start: $0, count: Int(count)))
        }
    }
}
