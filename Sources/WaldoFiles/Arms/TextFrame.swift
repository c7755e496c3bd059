import WaldoCore

/// Parses a frame given as text: `R{value}>`, `{slider:04},{zx:.2}\n`.
enum TextFrame {
    static func fields(_ value: YamlValue, _ text: String, _ names: FrameNames) throws(FileError) -> [FrameField] {
        var fields: [FrameField] = []
        var rest = Substring(text).unicodeScalars
        while let scalar = rest.popFirst() {
            switch scalar {
            case "{" where rest.first == "{", "}" where rest.first == "}":
                rest.removeFirst()
                append(scalar, to: &fields, value)
            case "{":
                guard let end = rest.firstIndex(of: "}") else {
                    throw value.error(
                        "in the frame `\(SafeText.escaped(text))` a `{` has no `}`; a brace that is sent is written `{{`"
                    )
                }
                fields.append(try placeholder(Substring(rest[..<end]), value, names))
                rest = rest[rest.index(after: end)...]
            case "}":
                throw value.error(
                    "in the frame `\(SafeText.escaped(text))` a `}` has no `{`; a brace that is sent is written `}}`")
            default: append(scalar, to: &fields, value)
            }
        }
        guard !fields.isEmpty else {
            throw value.error("`\(value.name)` is an empty text; a frame has at least a byte")
        }
        if let last = fields.last, last.isTime {
            throw value.error(
                "`{time}` is the last of its frame, and nothing says where it ends; add what ends the frame, such as `\\n`"
            )
        }
        return fields
    }

    private static func append(_ scalar: Unicode.Scalar, to fields: inout [FrameField], _ value: YamlValue) {
        for byte in UTF8.encode(scalar)! { fields.append(FrameField(field: .byte(byte), location: value)) }
    }

    /// Parses a placeholder, the text between braces: a name, optionally followed by `:04`, `:.2` or `:07.2`.
    private static func placeholder(
        _ text: Substring, _ value: YamlValue, _ names: FrameNames
    ) throws(FileError) -> FrameField {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if parts[0] == "time" { return FrameField(field: try time(parts, value, names), location: value) }
        let channel = names.channel(parts[0])
        let isKnown: Bool
        switch names {
        case .own: isKnown = parts[0] == "value"
        case .all: isKnown = channel != nil
        case .none: throw value.error(FrameNames.noNumber("`{\(SafeText.escaped(String(text)))}`", in: value.name))
        }
        guard isKnown else {
            let expected = "expected " + names.list.map { "`{\($0)}`" }.joined(separator: ", ")
            throw value.error(
                "`{\(SafeText.escaped(String(text)))}` in a frame is unknown"
                    + Spelling.hint(String(parts[0]), among: names.list, then: expected))
        }
        guard parts.count == 2 else { return FrameField(field: .decimal(width: 0, of: channel), location: value) }
        guard let (width, digits) = format(parts[1]) else { throw noFormat(text, value) }
        return FrameField(field: .decimal(width: width, of: channel), location: value, digits: digits)
    }

    private static func noFormat(_ text: Substring, _ value: YamlValue) -> FileError {
        value.error(
            "`{\(SafeText.escaped(String(text)))}` in a frame is not a format; expected `:04` (zeros up to 4 characters, 64 "
                + "at most), `:.2` (digits after the point, 6 at most) or `:07.2`")
    }

    /// Parses `{time}` or `{time:04}`: the milliseconds of the move.
    private static func time(
        _ parts: [Substring], _ value: YamlValue, _ names: FrameNames
    ) throws(FileError) -> FrameTemplate.Field {
        if case .none = names { throw value.error(FrameNames.noNumber("`{time}`", in: value.name)) }
        guard parts.count == 2 else { return .time(MoveTime(nil)) }
        guard let (width, digits) = format(parts[1]), digits == nil else {
            throw value.error("`{time}` is a whole number of milliseconds; expected a format such as `{time:04}`")
        }
        return .time(MoveTime(nil, width: width))
    }

    private static func format(_ text: Substring) -> (width: Int, digits: Int?)? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        var width = 0
        if !parts[0].isEmpty {
            guard parts[0].first == "0", let number = smallNumber(parts[0].dropFirst()), (1...64).contains(number)
            else { return nil }
            width = number
        }
        guard parts.count == 2 else { return width > 0 ? (width, nil) : nil }
        guard let digits = smallNumber(parts[1]), digits <= 6 else { return nil }
        return (width, digits)
    }

    private static func smallNumber(_ text: Substring) -> Int? {
        guard (1...2).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text)
    }
}
