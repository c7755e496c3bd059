internal import WaldoCore
internal import WaldoSurvey

/// Reads `check` of a message: `{ crc8: { from: 1 } }`, `{ xor8: { from: 1, before: "*" }, wrong: flag }`.
enum MessageCheckReader {
    private static let kinds = ["sum8", "xor8", "crc8"]

    static func check(_ value: YamlValue, isText: Bool) throws(FileError) -> MessageCheck {
        guard value.isMapping else {
            let kind = try value.word(["sum8": "sum8", "xor8": "xor8", "crc8": "crc8"])
            return MessageCheck(try checksum(kind, nil), place: .lastByte)
        }
        let section = try value.section(kinds + ["wrong"])
        let given = kinds.filter { section[$0] != nil }
        guard let kind = given.first, given.count == 1, let details = section[kind] else {
            throw value.error("`\(value.name)` needs one of `sum8`, `xor8` and `crc8`; correct it")
        }
        let options = try details.section(["from", "before"] + (kind == "crc8" ? ["poly", "init"] : []))
        let keepsWrong = try section["wrong"]?.word(["reject": "", "flag": "flag"]) == "flag"
        return MessageCheck(
            try checksum(kind, options), place: try place(options, details, isText: isText), keepsWrong: keepsWrong)
    }

    private static func place(
        _ options: YamlSection, _ details: YamlValue, isText: Bool
    ) throws(FileError) -> MessageCheck.Place {
        guard let before = options["before"] else {
            guard !isText else {
                throw details.error(
                    "`\(details.name)` of a text has no `before`, the mark ahead of its two digits; add it")
            }
            return .lastByte
        }
        let mark = try ByteMark.bytes(before)
        guard mark.count == 1 else { throw before.mismatch(expected: "one character such as \"*\"") }
        return .hexadecimal(behind: mark[0])
    }

    private static func checksum(_ kind: String, _ options: YamlSection?) throws(FileError) -> FrameTemplate.Checksum {
        let algorithm: FrameTemplate.Checksum.Kind =
            switch kind {
            case "sum8": .sum8
            case "xor8": .xor8
            default:
                .crc8(
                    poly: UInt8(try options?["poly"]?.integer(in: 0...255) ?? 0x07),
                    initial: UInt8(try options?["init"]?.integer(in: 0...255) ?? 0))
            }
        return FrameTemplate.Checksum(algorithm, from: try options?["from"]?.integer(in: 0...255) ?? 0)
    }
}
