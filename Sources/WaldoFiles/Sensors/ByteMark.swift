import WaldoCore

/// Reads bytes that a sensor file names: a number, a list of numbers, or a text.
enum ByteMark {
    private static let expected = "a text such as \"$\", a byte such as 0x0A, or a list of bytes"

    static func bytes(_ value: YamlValue) throws(FileError) -> [UInt8] {
        if let list = value.list {
            guard (1...20).contains(list.count) else { throw value.mismatch(expected: "one to twenty bytes") }
            return try list.map(byte)
        }
        if value.number != nil { return [try byte(value)] }
        let text = Array(try value.text(expected: expected).utf8)
        guard (1...20).contains(text.count) else { throw value.mismatch(expected: expected) }
        return text
    }

    /// Reads one or more marks: a list of texts is several, a list of numbers is one.
    static func marks(_ value: YamlValue) throws(FileError) -> [[UInt8]] {
        guard let list = value.list, list.contains(where: { $0.number == nil }) else { return [try bytes(value)] }
        let marks = try list.map(bytes)
        for (index, mark) in marks.enumerated() where marks[..<index].contains(mark) {
            throw list[index].error("`\(value.name)` has this mark twice; keep one of them")
        }
        return marks
    }

    private static func byte(_ value: YamlValue) throws(FileError) -> UInt8 {
        guard let number = value.number?.units(decimals: 0), (0...255).contains(number) else {
            throw value.mismatch(expected: "a byte from 0 to 255")
        }
        return UInt8(number)
    }
}
