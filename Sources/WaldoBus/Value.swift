/// A value of a supported D-Bus type; values of other types are skipped on reading.
public indirect enum Value: Equatable, Sendable {
    /// `b`
    case bool(Bool)
    /// `y`
    case byte(UInt8)
    /// `n`
    case int16(Int16)
    /// `q`
    case uint16(UInt16)
    /// `i`
    case int32(Int32)
    /// `u`
    case uint32(UInt32)
    /// `s`
    case string(String)
    /// `o`
    case objectPath(String)
    /// `ay`
    case bytes([UInt8])
    /// `as`
    case strings([String])
    /// `ao`
    case objectPaths([String])
    /// `a{sv}`
    case dictionary([String: Value])
    /// `v`
    case variant(Value)

    /// The D-Bus signature of the value.
    public var signature: String {
        switch self {
        case .bool: "b"
        case .byte: "y"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .string: "s"
        case .objectPath: "o"
        case .bytes: "ay"
        case .strings: "as"
        case .objectPaths: "ao"
        case .dictionary: "a{sv}"
        case .variant: "v"
        }
    }
}

extension Value {
    /// The Boolean, if it is one.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The string or object path, if it is one.
    public var text: String? {
        switch self {
        case .string(let value), .objectPath(let value): value
        default: nil
        }
    }

    /// The strings or object paths, if it is an array of either.
    public var texts: [String]? {
        switch self {
        case .strings(let value), .objectPaths(let value): value
        default: nil
        }
    }

    /// The integer, of any width.
    public var integer: Int? {
        switch self {
        case .byte(let value): Int(value)
        case .int16(let value): Int(value)
        case .uint16(let value): Int(value)
        case .int32(let value): Int(value)
        case .uint32(let value): Int(value)
        default: nil
        }
    }

    /// The bytes, if it is an array of them.
    public var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }

    /// The entries, if it is a dictionary.
    public var entries: [String: Value]? { if case .dictionary(let value) = self { value } else { nil } }
}
