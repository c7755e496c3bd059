/// The tags of an XML file one after another, with the text before each end tag. Comments, declarations and processing
/// instructions are passed over, entities are not resolved, and whatever is wrong with the file is passed over as well.
struct XMLTags: ~Copyable {
    private static let capacity = 1 << 16
    /// Longer tags and texts are cut off.
    private static let longest = 1024

    private var file: FileBuffer
    private var tag: [UInt8] = [], collected: [UInt8] = []
    /// Whether text is collected from the present tag on.
    var collects = false { didSet { collected.removeAll(keepingCapacity: true) } }

    init(_ path: String) throws(FileError) { file = try FileBuffer(path, capacity: Self.capacity) }

    /// Goes to the next tag.
    /// - Returns: whether there is one.
    mutating func next() throws(FileError) -> Bool {
        while let byte = try byte() {
            guard byte == UInt8(ascii: "<") else {
                if collects, collected.count < Self.longest { collected.append(byte) }
                continue
            }
            if try readTag() { return true }
        }
        return false
    }

    /// Reads a tag up to its end; false for a comment or a declaration, and at the end of the file.
    private mutating func readTag() throws(FileError) -> Bool {
        tag.removeAll(keepingCapacity: true)
        var quote: UInt8?
        while let byte = try byte() {
            if isComment {
                // `-->` and `]]>` end these, whatever else is in them.
                let end: [UInt8] = tag.starts(with: "!--".utf8) ? Array("--".utf8) : Array("]]".utf8)
                if byte == UInt8(ascii: ">"), tag.suffix(2).elementsEqual(end) { return false }
                tag.append(byte)
                if tag.count > Self.longest { tag.removeSubrange(8..<(tag.count - 8)) }
                continue
            }
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: ">") {
                return !tag.isEmpty && tag[0] != UInt8(ascii: "!") && tag[0] != UInt8(ascii: "?")
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), tag.first != UInt8(ascii: "!") {
                quote = byte
            }
            // The last byte shows whether the element is empty.
            if tag.count < Self.longest { tag.append(byte) } else { tag[Self.longest - 1] = byte }
        }
        return false
    }

    /// Whether what has been taken of a tag is the beginning of a comment or of character data.
    private var isComment: Bool { tag.starts(with: "!--".utf8) || tag.starts(with: "![CDATA[".utf8) }

    private mutating func byte() throws(FileError) -> UInt8? {
        if file.rest.isEmpty {
            guard try file.refill() else { return nil }
        }
        let byte = file.rest[0]
        file.consume(1)
        return byte
    }

    // MARK: the present tag

    /// Whether it ends an element.
    var isEnd: Bool { tag.first == UInt8(ascii: "/") }

    /// Whether it is an element without contents, which has no end tag.
    var isEmpty: Bool { tag.last == UInt8(ascii: "/") && !isEnd }

    /// The element's name without the prefix of its namespace.
    var name: String {
        let name = tag.drop { $0 == UInt8(ascii: "/") }.prefix { !Self.isSpace($0) && $0 != UInt8(ascii: "/") }
        let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
        return String(decoding: local, as: UTF8.self)
    }

    /// The text since `collects` was set, without the spaces around it.
    var text: ArraySlice<UInt8> {
        var text = collected.drop(while: Self.isSpace)
        while let last = text.last, Self.isSpace(last) { text.removeLast() }
        return text
    }

    /// The value of an attribute; nil: there is none of this name.
    func attribute(_ name: String) -> ArraySlice<UInt8>? {
        var rest = tag.drop { !Self.isSpace($0) }
        while !rest.isEmpty {
            rest = rest.drop(while: Self.isSpace)
            let key = rest.prefix { $0 != UInt8(ascii: "=") && !Self.isSpace($0) }
            rest = rest[key.endIndex...].drop(while: Self.isSpace)
            guard rest.first == UInt8(ascii: "=") else {
                if key.isEmpty { rest = rest.dropFirst() }
                continue
            }
            rest = rest.dropFirst().drop(while: Self.isSpace)
            guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                continue
            }
            let value = rest.prefix { $0 != quote }
            rest = rest[value.endIndex...].dropFirst()
            if key.elementsEqual(name.utf8) { return value }
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n")
            || byte == UInt8(ascii: "\r")
    }
}
