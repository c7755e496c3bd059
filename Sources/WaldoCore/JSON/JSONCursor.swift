/// Parses one JSON object in place, without copying: a recording has millions of lines.
package struct JSONCursor {
    private let bytes: UnsafeRawBufferPointer
    package private(set) var position = 0
    private static let depth = 16

    /// Starts parsing these bytes, which must stay valid meanwhile.
    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The fault that something else was expected here.
    package func fault(_ expected: String) -> JSONFault { JSONFault(position: position, expected: expected) }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpaces() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == 0x0a { position += 1 }
    }

    /// Consumes a byte if it comes next.
    private mutating func takes(_ byte: UInt8) -> Bool {
        skipSpaces()
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(JSONFault) {
        guard takes(UInt8(ascii: character)) else { throw fault("`\(character)`") }
    }

    // MARK: objects and lists

    /// Parses an object, calling `field` with each key, whose escapes are unresolved, at its value.
    package mutating func object(
        _ field: (_ key: UnsafeRawBufferPointer, inout JSONCursor) throws(JSONFault) -> Void
    ) throws(JSONFault) {
        try expect("{")
        var isFirst = true
        while !takes(UInt8(ascii: "}")) {
            if !isFirst { try expect(",") }
            isFirst = false
            let key = try rawString()
            try expect(":")
            try field(key, &self)
        }
    }

    /// Checks that nothing follows up to the end of the line.
    package mutating func end() throws(JSONFault) {
        skipSpaces()
        guard position == bytes.count else { throw fault("the end of the line") }
    }

    /// Parses a list, calling `element` at each of its elements.
    package mutating func list(_ element: (inout JSONCursor) throws(JSONFault) -> Void) throws(JSONFault) {
        try expect("[")
        if takes(UInt8(ascii: "]")) { return }
        repeat { try element(&self) } while takes(UInt8(ascii: ","))
        try expect("]")
    }

    // MARK: values

    package mutating func flag() throws(JSONFault) -> Bool {
        if takesWord("true") { return true }
        if takesWord("false") { return false }
        throw fault("true or false")
    }

    /// Takes `null` if it comes next.
    package mutating func takesNull() -> Bool { takesWord("null") }

    private mutating func takesWord(_ word: StaticString) -> Bool {
        skipSpaces()
        guard bytes.count - position >= word.utf8CodeUnitCount,
            word ~= UnsafeRawBufferPointer(rebasing: bytes[position..<position + word.utf8CodeUnitCount])
        else { return false }
        position += word.utf8CodeUnitCount
        return true
    }

    /// A whole number within the type's range.
    package mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(JSONFault)
        -> Number
    {
        let start = position
        let (units, decimals) = try decimal()
        guard decimals == 0, let number = Number(exactly: units) else {
            throw JSONFault(position: start, expected: "a whole number from \(Number.min) to \(Number.max)")
        }
        return number
    }

    /// A number in units of 10^-decimals: `-0.25` is (-25, 2).
    package mutating func decimal() throws(JSONFault) -> (units: Int64, decimals: Int) {
        skipSpaces()
        let isNegative = next == UInt8(ascii: "-")
        if isNegative { position += 1 }
        var units: Int64 = 0, digits = 0, decimals = 0, hasPoint = false
        while let byte = next {
            if byte == UInt8(ascii: "."), !hasPoint, digits > 0 {
                hasPoint = true
            } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), digits < 18 {
                // JSON has no leading zeros.
                if digits == 1, units == 0, !hasPoint { break }
                units = units * 10 + Int64(byte - UInt8(ascii: "0"))
                digits += 1
                if hasPoint { decimals += 1 }
            } else {
                break
            }
            position += 1
        }
        let isWhole = next.map { !"0123456789.eE+-".utf8.contains($0) } ?? true
        guard digits > 0, hasPoint == (decimals > 0), isWhole else {
            throw fault("a number of at most 18 digits without exponent")
        }
        return (isNegative ? -units : units, decimals)
    }

    /// Any finite number of JSON.
    package mutating func double() throws(JSONFault) -> Double {
        skipSpaces()
        let start = position
        while let byte = next, "0123456789.eE+-".utf8.contains(byte) { position += 1 }
        if position == start { throw fault("a value") }
        let text = String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
        guard let number = Double(text), number.isFinite else { throw JSONFault(position: start, expected: "a number") }
        return number
    }

    /// Whether a list begins here.
    package var isAtList: Bool { follows("[") }

    /// Whether a string begins here.
    package var isAtString: Bool { follows("\"") }

    private func follows(_ character: Unicode.Scalar) -> Bool {
        var rest = self
        rest.skipSpaces()
        return rest.next == UInt8(ascii: character)
    }

    /// The content of a string between its quotes, with its escapes unresolved.
    package mutating func rawString() throws(JSONFault) -> UnsafeRawBufferPointer {
        try expect("\"")
        let start = position
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw fault("no control character within a string") }
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        guard position < bytes.count else {
            position = bytes.count
            throw fault("the end of a string")
        }
        position += 1
        return UnsafeRawBufferPointer(rebasing: bytes[start..<position - 1])
    }

    /// A string with its escapes resolved.
    package mutating func string() throws(JSONFault) -> String {
        let start = position
        let raw = try rawString()
        guard let text = JSONString.decoded(raw) else {
            throw JSONFault(position: start, expected: "a string of UTF-8 with valid escapes")
        }
        return text
    }

    /// Bytes written in hexadecimal.
    package mutating func hex(_ each: (UInt8) -> Void) throws(JSONFault) {
        let start = position
        let raw = try rawString()
        let wanted = "an even number of hexadecimal digits"
        guard raw.count % 2 == 0 else { throw JSONFault(position: start, expected: wanted) }
        for index in stride(from: 0, to: raw.count, by: 2) {
            guard let high = HexText.value(of: raw[index]), let low = HexText.value(of: raw[index + 1]) else {
                throw JSONFault(position: start, expected: wanted)
            }
            each(high << 4 | low)
        }
    }

    /// Skips any value: a later version may add fields.
    package mutating func skipValue(depth: Int = 0) throws(JSONFault) {
        guard depth < Self.depth else { throw fault("no more than \(Self.depth) levels") }
        skipSpaces()
        switch next {
        case UInt8(ascii: "\""): _ = try rawString()
        case UInt8(ascii: "["): try list { (cursor) throws(JSONFault) in try cursor.skipValue(depth: depth + 1) }
        case UInt8(ascii: "{"):
            try object { (_, cursor) throws(JSONFault) in try cursor.skipValue(depth: depth + 1) }
        case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try flag()
        case UInt8(ascii: "n"): if !takesWord("null") { throw fault("a value") }
        default: _ = try double()
        }
    }
}
