/// A statement of a schema, without the spaces that mean nothing: two versions of Waldo write the same table with other
/// ones.
struct SchemaText: Equatable, Sendable {
    private let bytes: [UInt8]

    init(_ statement: String) { bytes = Self.normal(statement.utf8) }

    private static func normal(_ statement: String.UTF8View) -> [UInt8] {
        var bytes: [UInt8] = [], quote: UInt8?, hasSpace = false
        bytes.reserveCapacity(statement.count)
        for byte in statement {
            if let end = quote {
                bytes.append(byte)
                if byte == end { quote = nil }
                continue
            }
            guard !isSpace(byte) else {
                hasSpace = true
                continue
            }
            if hasSpace, let last = bytes.last, joins(last), joins(byte) { bytes.append(UInt8(ascii: " ")) }
            hasSpace = false
            bytes.append(byte)
            quote = end(ofQuote: byte)
        }
        if bytes.last == UInt8(ascii: ";") { bytes.removeLast() }
        return bytes
    }

    /// What SQLite takes for a space.
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0c || byte == 0x0d
    }

    /// What ends a text or a name that begins with a quote; nil: it is none.
    static func end(ofQuote byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): byte
        case UInt8(ascii: "["): UInt8(ascii: "]")
        default: nil
        }
    }

    /// Whether a byte is part of a word or a quoted text, which a space separates from another.
    private static func joins(_ byte: UInt8) -> Bool { !"(),;=<>!+-*/.".utf8.contains(byte) }

    /// What follows another statement but for the parenthesis that ends both; nil: it begins otherwise.
    func addition(to other: SchemaText) -> [SchemaWord]? {
        let beginning = other.bytes.dropLast()
        guard bytes.last == UInt8(ascii: ")"), bytes.starts(with: beginning) else { return nil }
        return SchemaWord.words(of: bytes[beginning.endIndex...].dropLast())
    }

    /// Its words; nil: it has a comment, or a text that does not end.
    var words: [SchemaWord]? { SchemaWord.words(of: bytes[...]) }
}
