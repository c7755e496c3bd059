internal import CDBus

extension Message {
    /// The call's bytes as they go over the bus's socket, for who sends them without libdbus: on a connection of its
    /// own, asking for no reply.
    public consuming func marshalled() -> [UInt8] {
        dbus_message_set_no_reply(raw, 1)
        // A number that is not zero is all that the bus asks for; no reply refers to it.
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
