/// A record of a CSV file (RFC 4180): its fields, without their quotes.
struct CSVRecord: Equatable {
    /// The number of its first line, from 1.
    var line: Int
    /// Its bytes as they stand in the file.
    var bytes: [UInt8]
    var fields: [ArraySlice<UInt8>]

    /// Splits a record; nil where a quoted field has no end, or text follows its end.
    init?(line: Int, bytes: [UInt8]) {
        self.line = line
        self.bytes = bytes
        var end = bytes.count
        if end > 0, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
        if end > 0, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        fields = []
        var position = 0
        while true {
            guard let field = Self.field(bytes, &position, end) else { return nil }
            fields.append(field)
            guard position < end else { return }
            // A comma: another field follows, which may be empty.
            position += 1
        }
    }

    /// Whether a quoted field is still open at the end of these bytes.
    static func isOpen(_ bytes: [UInt8]) -> Bool {
        var isOpen = false
        for byte in bytes where byte == UInt8(ascii: "\"") { isOpen.toggle() }
        return isOpen
    }

    private static func field(_ bytes: [UInt8], _ position: inout Int, _ end: Int) -> ArraySlice<UInt8>? {
        let start = position
        guard position < end, bytes[position] == UInt8(ascii: "\"") else {
            while position < end, bytes[position] != UInt8(ascii: ",") { position += 1 }
            return bytes[start..<position]
        }
        var text: [UInt8] = []
        position += 1
        while position < end {
            let byte = bytes[position]
            position += 1
            guard byte == UInt8(ascii: "\"") else {
                text.append(byte)
                continue
            }
            if position < end, bytes[position] == UInt8(ascii: "\"") {
                text.append(byte)
                position += 1
            } else {
                return position == end || bytes[position] == UInt8(ascii: ",") ? text[...] : nil
            }
        }
        return nil
    }

    /// A field as text.
    func text(_ field: Int) -> String { String(decoding: fields[field], as: UTF8.self) }

    /// A field as a finite number; nil where it is none.
    func number(_ field: Int) -> Double? {
        // `Double` reads hexadecimal, `nan` and `inf` too, which no file of this kind means.
        guard fields[field].count <= 64, fields[field].allSatisfy({ "+-.0123456789eE".utf8.contains($0) }),
            let number = Double(text(field)), number.isFinite
        else { return nil }
        return number
    }
}
