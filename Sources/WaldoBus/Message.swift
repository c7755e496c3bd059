import CDBus
import Glibc

/// A D-Bus message with one owner, released when the value is destroyed.
public struct Message: ~Copyable {
    /// The type of a message.
    public enum Kind: Sendable { case call, reply, error, signal, unknown }

    let raw: OpaquePointer

    init(owning raw: OpaquePointer) { self.raw = raw }

    deinit { dbus_message_unref(raw) }

    consuming func release() -> OpaquePointer {
        let raw = self.raw
        discard self
        return raw
    }

    /// A method call; `write` appends its arguments.
    /// - Throws: `.invalidName`, where libdbus would end the process.
    public init(
        call member: String, of interface: String, at path: String, on destination: String,
        _ write: (inout MessageWriter) -> Void = { _ in }
    ) throws(BusError) {
        try Self.check(member, dbus_validate_member)
        try Self.check(interface, dbus_validate_interface)
        try Self.check(path, dbus_validate_path)
        try Self.check(destination, dbus_validate_bus_name)
        self.init(owning: Self.made(dbus_message_new_method_call(destination, path, interface, member)))
        fill(write)
    }

    /// A signal; `write` appends its arguments.
    /// - Throws: `.invalidName`, where libdbus would end the process.
    public init(
        signal member: String, of interface: String, at path: String, _ write: (inout MessageWriter) -> Void = { _ in }
    ) throws(BusError) {
        try Self.check(member, dbus_validate_member)
        try Self.check(interface, dbus_validate_interface)
        try Self.check(path, dbus_validate_path)
        self.init(owning: Self.made(dbus_message_new_signal(path, interface, member)))
        fill(write)
    }

    /// The reply to a call; `write` appends its results.
    public init(replyTo call: borrowing Message, _ write: (inout MessageWriter) -> Void = { _ in }) {
        self.init(owning: Self.made(dbus_message_new_method_return(call.raw)))
        fill(write)
    }

    /// An error reply to a call.
    /// - Throws: `.invalidName` for an invalid error name.
    public init(errorTo call: borrowing Message, name: String, message: String) throws(BusError) {
        try Self.check(name, dbus_validate_error_name)
        self.init(owning: Self.made(dbus_message_new_error(call.raw, name, message)))
    }

    /// The message's type.
    public var kind: Kind {
        switch dbus_message_get_type(raw) {
        case DBUS_MESSAGE_TYPE_METHOD_CALL: .call
        case DBUS_MESSAGE_TYPE_METHOD_RETURN: .reply
        case DBUS_MESSAGE_TYPE_ERROR: .error
        case DBUS_MESSAGE_TYPE_SIGNAL: .signal
        default: .unknown
        }
    }

    /// The path of the object that it is addressed to or comes from; empty if absent.
    public var path: String { Self.text(dbus_message_get_path(raw)) }
    /// The interface; empty if absent.
    public var interface: String { Self.text(dbus_message_get_interface(raw)) }
    /// The method's or signal's name; empty if absent.
    public var member: String { Self.text(dbus_message_get_member(raw)) }
    /// The sender's unique name, as set by the bus; empty if absent.
    public var sender: String { Self.text(dbus_message_get_sender(raw)) }
    /// The sender's number of the message, unique until the sender ends; 0 before it is sent.
    public var serial: UInt32 { dbus_message_get_serial(raw) }
    /// The error's name; empty if absent.
    public var errorName: String { Self.text(dbus_message_get_error_name(raw)) }
    /// The D-Bus signature of its arguments.
    public var signature: String { Self.text(dbus_message_get_signature(raw)) }
    /// Whether the sender requests no reply.
    public var wantsNoReply: Bool { dbus_message_get_no_reply(raw) != 0 }

    /// Reads the arguments, starting with the first.
    public borrowing func read<Result: ~Copyable>(_ body: (inout MessageReader) -> Result) -> Result {
        var reader = MessageReader(raw)
        return body(&reader)
    }

    private borrowing func fill(_ write: (inout MessageWriter) -> Void) {
        var writer = MessageWriter(raw)
        write(&writer)
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }

    /// Unwraps a new message. libdbus returns nil only when memory has run out, where Swift's own allocations trap too.
    private static func made(_ raw: OpaquePointer?) -> OpaquePointer {
        guard let raw else { preconditionFailure("no memory for a message") }
        return raw
    }

    private typealias Check = (UnsafePointer<CChar>?, UnsafeMutablePointer<DBusError>?) -> dbus_bool_t

    private static func check(_ name: String, _ isValid: Check) throws(BusError) {
        guard isValid(name, nil) != 0 else { throw .invalidName(name) }
    }
}
