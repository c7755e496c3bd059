import CDBus
import CWaldoShims
public import WaldoLoop

/// Reads a message's arguments in order. An argument of another type than requested gives nil and is not consumed.
///
/// Everything that arrives over the bus is untrusted: nothing here traps.
public struct MessageReader {
    private var iterator = DBusMessageIter()

    init(_ message: OpaquePointer) { dbus_message_iter_init(message, &iterator) }

    private init() {}

    private var type: Int32 { withUnsafePointer(to: iterator) { argumentType($0) } }

    /// The next argument as a string.
    public mutating func string() -> String? { text(WALDO_DBUS_TYPE_STRING) }

    /// The next argument as an object path.
    public mutating func objectPath() -> String? { text(WALDO_DBUS_TYPE_OBJECT_PATH) }

    /// The next argument as a Boolean.
    public mutating func bool() -> Bool? { basic(WALDO_DBUS_TYPE_BOOLEAN, dbus_bool_t(0)).map { $0 != 0 } }

    /// The next argument as an unsigned 16-bit number.
    public mutating func uint16() -> UInt16? { basic(WALDO_DBUS_TYPE_UINT16, 0) }

    /// The next argument as an unsigned 32-bit number.
    public mutating func uint32() -> UInt32? { basic(WALDO_DBUS_TYPE_UINT32, 0) }

    /// The next argument as a file descriptor, which the caller then owns.
    public mutating func descriptor() -> OwnedDescriptor? {
        guard let number: CInt = basic(WALDO_DBUS_TYPE_UNIX_FD, -1), number >= 0 else { return nil }
        return OwnedDescriptor(owning: number)
    }

    /// The next argument as `ay`.
    public mutating func bytes() -> [UInt8]? {
        guard type == WALDO_DBUS_TYPE_ARRAY, dbus_message_iter_get_element_type(&iterator) == WALDO_DBUS_TYPE_BYTE
        else { return nil }
        var inner = MessageReader()
        dbus_message_iter_recurse(&iterator, &inner.iterator)
        var base: UnsafePointer<UInt8>?
        var count: CInt = 0
        dbus_message_iter_get_fixed_array(&inner.iterator, &base, &count)
        dbus_message_iter_next(&iterator)
        return Array(UnsafeBufferPointer(start: base, count: Int(count)))
    }

    /// The next argument as `as`.
    public mutating func strings() -> [String]? { texts(WALDO_DBUS_TYPE_STRING) { $0.string() } }

    /// The next argument as `ao`.
    public mutating func objectPaths() -> [String]? { texts(WALDO_DBUS_TYPE_OBJECT_PATH) { $0.objectPath() } }

    /// The next argument as `a{sv}`; entries of unsupported types are left out.
    public mutating func dictionary() -> [String: Value]? {
        var result: [String: Value] = [:]
        let isDictionary = entries { entry in
            guard let key = entry.string(), let value = entry.variant() else { return }
            result[key] = value
        }
        return isDictionary ? result : nil
    }

    /// Reads the entries of a dictionary; `body` reads the key, then the value.
    /// - Returns: false when the next argument is not a dictionary.
    @discardableResult
    public mutating func entries(_ body: (inout MessageReader) -> Void) -> Bool {
        guard type == WALDO_DBUS_TYPE_ARRAY,
            dbus_message_iter_get_element_type(&iterator) == WALDO_DBUS_TYPE_DICT_ENTRY
        else { return false }
        var array = MessageReader()
        dbus_message_iter_recurse(&iterator, &array.iterator)
        while array.type == WALDO_DBUS_TYPE_DICT_ENTRY {
            var entry = MessageReader()
            dbus_message_iter_recurse(&array.iterator, &entry.iterator)
            body(&entry)
            dbus_message_iter_next(&array.iterator)
        }
        dbus_message_iter_next(&iterator)
        return true
    }

    /// The value in the next argument, a variant. Nil for an unsupported type, which is skipped.
    public mutating func variant() -> Value? {
        guard type == WALDO_DBUS_TYPE_VARIANT else { return nil }
        var inner = MessageReader()
        dbus_message_iter_recurse(&iterator, &inner.iterator)
        dbus_message_iter_next(&iterator)
        return inner.value()
    }

    /// The next argument, of any supported type. Nil for an unsupported type, which is skipped, or at the end.
    public mutating func value() -> Value? {
        switch type {
        case WALDO_DBUS_TYPE_BOOLEAN: bool().map { .bool($0) }
        case WALDO_DBUS_TYPE_BYTE: basic(WALDO_DBUS_TYPE_BYTE, UInt8(0)).map { .byte($0) }
        case WALDO_DBUS_TYPE_INT16: basic(WALDO_DBUS_TYPE_INT16, Int16(0)).map { .int16($0) }
        case WALDO_DBUS_TYPE_UINT16: uint16().map { .uint16($0) }
        case WALDO_DBUS_TYPE_INT32: basic(WALDO_DBUS_TYPE_INT32, Int32(0)).map { .int32($0) }
        case WALDO_DBUS_TYPE_UINT32: uint32().map { .uint32($0) }
        case WALDO_DBUS_TYPE_STRING: string().map { .string($0) }
        case WALDO_DBUS_TYPE_OBJECT_PATH: objectPath().map { .objectPath($0) }
        case WALDO_DBUS_TYPE_VARIANT: variant().map { .variant($0) }
        case WALDO_DBUS_TYPE_ARRAY:
            switch dbus_message_iter_get_element_type(&iterator) {
            case WALDO_DBUS_TYPE_BYTE: bytes().map { .bytes($0) }
            case WALDO_DBUS_TYPE_STRING: strings().map { .strings($0) }
            case WALDO_DBUS_TYPE_OBJECT_PATH: objectPaths().map { .objectPaths($0) }
            case WALDO_DBUS_TYPE_DICT_ENTRY: dictionary().map { .dictionary($0) }
            default: skip()
            }
        default: skip()
        }
    }

    private mutating func skip() -> Value? {
        dbus_message_iter_next(&iterator)
        return nil
    }

    private mutating func basic<T: BitwiseCopyable>(_ wanted: Int32, _ initial: T) -> T? {
        guard type == wanted else { return nil }
        var value = initial
        dbus_message_iter_get_basic(&iterator, &value)
        dbus_message_iter_next(&iterator)
        return value
    }

    private mutating func text(_ wanted: Int32) -> String? {
        guard type == wanted else { return nil }
        var pointer: UnsafePointer<CChar>?
        dbus_message_iter_get_basic(&iterator, &pointer)
        dbus_message_iter_next(&iterator)
        return pointer.map { String(cString: $0) }
    }

    private mutating func texts(_ element: Int32, _ next: (inout MessageReader) -> String?) -> [String]? {
        guard type == WALDO_DBUS_TYPE_ARRAY, dbus_message_iter_get_element_type(&iterator) == element else {
            return nil
        }
        var inner = MessageReader()
        dbus_message_iter_recurse(&iterator, &inner.iterator)
        dbus_message_iter_next(&iterator)
        var result: [String] = []
        while let text = next(&inner) { result.append(text) }
        return result
    }
}

/// The type of the next argument. libdbus takes a mutable pointer here but does not write to it.
private func argumentType(_ iterator: UnsafePointer<DBusMessageIter>) -> Int32 {
    dbus_message_iter_get_arg_type(UnsafeMutablePointer(mutating: iterator))
}
