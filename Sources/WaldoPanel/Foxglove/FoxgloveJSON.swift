/// A value of JSON, parsed strictly and within limits, as far as a client's messages need it.
indirect enum FoxgloveJSON: Equatable {
    case object([String: FoxgloveJSON]), list([FoxgloveJSON]), string(String), number(Double), word

    /// How deep values may lie within each other.
    private static let depth = 8

    /// Parses a text; nil if it is no JSON, or nested too deeply.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        guard let value = Self.value(&rest, Self.depth) else { return nil }
        Self.skipSpaces(&rest)
        guard rest.isEmpty else { return nil }
        self = value
    }

    var object: [String: FoxgloveJSON]? { if case .object(let fields) = self { fields } else { nil } }
    var list: [FoxgloveJSON]? { if case .list(let items) = self { items } else { nil } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }

    private static func value(_ rest: inout ArraySlice<UInt8>, _ depth: Int) -> FoxgloveJSON? {
        guard depth > 0 else { return nil }
        skipSpaces(&rest)
        switch rest.first {
        case UInt8(ascii: "{"): return fields(&rest, depth)
        case UInt8(ascii: "["): return items(&rest, depth)
        case UInt8(ascii: "\""): return string(&rest).map(FoxgloveJSON.string)
        case let byte? where byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte):
            return number(&rest)
        default:
            for word in ["true", "false", "null"] where rest.starts(with: word.utf8) {
                rest = rest.dropFirst(word.utf8.count)
                return .word
            }
            return nil
        }
    }

    private static func fields(_ rest: inout ArraySlice<UInt8>, _ depth: Int) -> FoxgloveJSON? {
        var fields: [String: FoxgloveJSON] = [:]
        let isWhole = sequence(&rest, to: "}") { rest in
            skipSpaces(&rest)
            guard let key = string(&rest), takes(":", &rest), let value = value(&rest, depth - 1) else { return false }
            return fields.updateValue(value, forKey: key) == nil
        }
        return isWhole ? .object(fields) : nil
    }

    private static func items(_ rest: inout ArraySlice<UInt8>, _ depth: Int) -> FoxgloveJSON? {
        var items: [FoxgloveJSON] = []
        let isWhole = sequence(&rest, to: "]") { rest in
            guard let value = value(&rest, depth - 1) else { return false }
            items.append(value)
            return true
        }
        return isWhole ? .list(items) : nil
    }

    /// Parses elements with commas between them, up to `end`.
    private static func sequence(
        _ rest: inout ArraySlice<UInt8>, to end: Unicode.Scalar, _ element: (inout ArraySlice<UInt8>) -> Bool
    ) -> Bool {
        rest.removeFirst()
        if takes(end, &rest) { return true }
        repeat {
            guard element(&rest) else { return false }
        } while takes(",", &rest)
        return takes(end, &rest)
    }

    /// A string; one with escapes is kept as it is written, as no name of the protocol has any.
    private static func string(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
        let start = rest
        while let byte = rest.first, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { return nil }
            rest = rest.dropFirst(byte == UInt8(ascii: "\\") ? 2 : 1)
        }
        let bytes = start.prefix(rest.startIndex - start.startIndex)
        guard rest.popFirst() != nil else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> FoxgloveJSON? {
        let digits = rest.prefix { "+-.eE0123456789".utf8.contains($0) }
        rest = rest.dropFirst(digits.count)
        guard let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite else { return nil }
        return .number(number)
    }

    private static func skipSpaces(_ rest: inout ArraySlice<UInt8>) {
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0a || $0 == 0x0d }
    }

    private static func takes(_ scalar: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
        skipSpaces(&rest)
        guard rest.first == UInt8(ascii: scalar) else { return false }
        rest.removeFirst()
        return true
    }
}
