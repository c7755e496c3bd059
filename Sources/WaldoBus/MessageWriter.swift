import CDBus
import CWaldoShims

/// Appends arguments to a message under construction.
public struct MessageWriter {
    private var iterator = DBusMessageIter()

    init(_ message: OpaquePointer) { dbus_message_iter_init_append(message, &iterator) }

    private init() {}

    /// Appends one value as its own D-Bus type. An invalid object path becomes "/".
    public mutating func append(_ value: Value) {
        switch value {
        case .bool(let value): basic(WALDO_DBUS_TYPE_BOOLEAN, dbus_bool_t(value ? 1 : 0))
        case .byte(let value): basic(WALDO_DBUS_TYPE_BYTE, value)
        case .int16(let value): basic(WALDO_DBUS_TYPE_INT16, value)
        case .uint16(let value): basic(WALDO_DBUS_TYPE_UINT16, value)
        case .int32(let value): basic(WALDO_DBUS_TYPE_INT32, value)
        case .uint32(let value): basic(WALDO_DBUS_TYPE_UINT32, value)
        case .string(let value): text(WALDO_DBUS_TYPE_STRING, value)
        case .objectPath(let value): text(WALDO_DBUS_TYPE_OBJECT_PATH, value)
        case .bytes(let value): value.withUnsafeBytes { bytes($0) }
        case .strings(let values): array(of: "s") { for value in values { $0.append(.string(value)) } }
        case .objectPaths(let values): array(of: "o") { for value in values { $0.append(.objectPath(value)) } }
        case .dictionary(let entries):
            array(of: "{sv}") { array in
                for (key, value) in entries {
                    array.entry {
                        $0.append(.string(key))
                        $0.append(.variant(value))
                    }
                }
            }
        case .variant(let value): container(WALDO_DBUS_TYPE_VARIANT, value.signature) { $0.append(value) }
        }
    }

    /// Appends an array whose elements have this signature; `fill` appends the elements.
    public mutating func array(of signature: String, _ fill: (inout MessageWriter) -> Void) {
        container(WALDO_DBUS_TYPE_ARRAY, signature, fill)
    }

    /// Appends a dictionary entry to an array; `fill` appends the key and the value.
    public mutating func entry(_ fill: (inout MessageWriter) -> Void) {
        container(WALDO_DBUS_TYPE_DICT_ENTRY, nil, fill)
    }

    /// Appends a duplicate of a file descriptor; the caller keeps its own.
    public mutating func append(descriptor: CInt) { basic(WALDO_DBUS_TYPE_UNIX_FD, descriptor) }

    /// Appends bytes as `ay`.
    public mutating func bytes(_ bytes: UnsafeRawBufferPointer) {
        container(WALDO_DBUS_TYPE_ARRAY, "y") { array in
            var base = bytes.baseAddress
            guard base != nil, !bytes.isEmpty else { return }
            array.check(
                dbus_message_iter_append_fixed_array(
                    &array.iterator, WALDO_DBUS_TYPE_BYTE, &base, CInt(bytes.count)))
        }
    }

    private mutating func basic<T: BitwiseCopyable>(_ type: Int32, _ value: T) {
        var value = value
        check(dbus_message_iter_append_basic(&iterator, type, &value))
    }

    private mutating func text(_ type: Int32, _ value: String) {
        let done = value.withCString { characters in
            // libdbus ends the process for an invalid object path.
            if type == WALDO_DBUS_TYPE_OBJECT_PATH, dbus_validate_path(characters, nil) == 0 {
                return "/".withCString { append(type, $0) }
            }
            return append(type, characters)
        }
        check(done)
    }

    private mutating func append(_ type: Int32, _ characters: UnsafePointer<CChar>) -> dbus_bool_t {
        var pointer: UnsafePointer<CChar>? = characters
        return dbus_message_iter_append_basic(&iterator, type, &pointer)
    }

    private mutating func container(_ type: Int32, _ signature: String?, _ fill: (inout MessageWriter) -> Void) {
        var inner = MessageWriter()
        check(dbus_message_iter_open_container(&iterator, type, signature, &inner.iterator))
        fill(&inner)
        check(dbus_message_iter_close_container(&iterator, &inner.iterator))
    }

    private func check(_ done: dbus_bool_t) { precondition(done != 0, "no memory for a message") }
}
