/// A word of a statement: a keyword, a name or a number, a quoted name without its quotes, or a sign.
struct SchemaWord: Equatable {
    let text: String
    let isQuoted: Bool

    /// It in capital letters, if it may be a keyword or a sign. Those are ASCII: what Swift takes for the same letter
    /// is another one to SQLite.
    var keyword: String? { !isQuoted && text.utf8.allSatisfy { $0 < 0x80 } ? text.uppercased() : nil }

    /// Whether it is a keyword or a sign, which is in capital letters here.
    func isKey(_ key: String) -> Bool { keyword == key }

    /// Whether it is one of these keywords and signs.
    func isKey(of keys: Set<String>) -> Bool { keyword.map(keys.contains) ?? false }

    /// Whether it names something of this name.
    func names(_ name: String) -> Bool { SchemaObject.key(text) == SchemaObject.key(name) }

    /// The words of a statement; nil: it has a comment, or a text that does not end.
    static func words(of bytes: ArraySlice<UInt8>) -> [SchemaWord]? {
        var words: [SchemaWord] = [], rest = bytes
        while let byte = rest.first {
            guard !SchemaText.isSpace(byte) else {
                rest.removeFirst()
                continue
            }
            guard !rest.starts(with: "--".utf8), !rest.starts(with: "/*".utf8), let word = next(&rest) else {
                return nil
            }
            words.append(word)
        }
        return words
    }

    /// Takes the word that a statement begins with; nil: it is a text that does not end, or there is none.
    static func next(_ rest: inout ArraySlice<UInt8>) -> SchemaWord? {
        guard let first = rest.first else { return nil }
        if let end = SchemaText.end(ofQuote: first) { return quoted(&rest, end) }
        let word = isWord(first) ? rest.prefix(while: isWord) : rest.prefix(1)
        rest = rest[word.endIndex...]
        return SchemaWord(text: String(decoding: word, as: UTF8.self), isQuoted: false)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }

    /// A quoted name or text, in which its quote is doubled.
    private static func quoted(_ rest: inout ArraySlice<UInt8>, _ end: UInt8) -> SchemaWord? {
        var text: [UInt8] = []
        rest.removeFirst()
        while let byte = rest.popFirst() {
            if byte == end {
                guard rest.first == end, end != UInt8(ascii: "]") else {
                    return SchemaWord(text: String(decoding: text, as: UTF8.self), isQuoted: true)
                }
                rest.removeFirst()
            }
            text.append(byte)
        }
        return nil
    }
}
