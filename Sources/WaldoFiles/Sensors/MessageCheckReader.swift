import WaldoCore
import WaldoSurvey

/// Reads `check` of a message: `{ crc8: { from: 1 } }`, `{ xor8: { from: 1, before: "*" }, wrong: flag }`.
enum MessageCheckReader {
    private static let kinds = ChecksumReader.names

    static func check(_ value: YamlValue, isText: Bool) throws(FileError) -> MessageCheck {
        guard value.isMapping else {
            let expected = kinds.map { "`\($0)`" }.joined(separator: ", ")
            let kind = try value.text(expected: expected)
            guard kinds.contains(kind) else {
                throw value.mismatch(kind, among: kinds, expected: expected)
            }
            return MessageCheck(try ChecksumReader.checksum(kind, value, nil), location: .end)
        }
        let section = try value.section(kinds + ["wrong"])
        let given = kinds.filter { section[$0] != nil }
        guard let kind = given.first, given.count == 1, let details = section[kind] else {
            let names = kinds.map { "`\($0)`" }.joined(separator: ", ")
            throw value.error("`\(value.name)` needs one of \(names); correct it")
        }
        let options = try details.section(["before"] + ChecksumReader.options(of: kind))
        let keepsWrong = try section["wrong"]?.word(["reject": "", "flag": "flag"]) == "flag"
        return MessageCheck(
            try ChecksumReader.checksum(kind, details, options),
            location: try location(options, details, isText: isText),
            keepsWrong: keepsWrong)
    }

    private static func location(
        _ options: YamlSection, _ details: YamlValue, isText: Bool
    ) throws(FileError) -> MessageCheck.Location {
        guard let before = options["before"] else {
            guard !isText else {
                throw details.error(
                    "`\(details.name)` of a text has no `before`, the mark ahead of its digits; add it")
            }
            return .end
        }
        let mark = try ByteMark.bytes(before)
        guard mark.count == 1 else { throw before.mismatch(expected: "one character such as \"*\"") }
        return .hexadecimal(after: mark[0])
    }
}
