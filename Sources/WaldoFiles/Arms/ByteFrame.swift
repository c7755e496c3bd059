import WaldoCore
import WaldoTime

/// Parses a frame given as a list of bytes and encodings: `[0xA5, 2, i8, {crc8: {from: 1}}]`.
enum ByteFrame {
    private static let numbers = FrameTemplate.Number.allCases.map(\.rawValue)
    private static let checks = ChecksumReader.names

    static func fields(_ value: YamlValue, _ list: [YamlValue], _ names: FrameNames) throws(FileError) -> [FrameField] {
        var fields: [FrameField] = []
        var count = 0
        for element in list {
            let field = try field(element, at: count, names)
            fields.append(FrameField(field: field, location: element))
            switch field {
            case .number(let number, _): count += number.count
            case .time(let time): count += time.number?.count ?? 0
            case .checksum(let checksum): count += checksum.count
            case .byte, .decimal, .sequence: count += 1
            }
        }
        guard !fields.isEmpty else {
            throw value.error("`\(value.name)` is an empty list; a frame has at least a byte")
        }
        return fields
    }

    /// Parses one element.
    /// - Parameter position: how many bytes are before it.
    static func field(
        _ element: YamlValue, at position: Int, _ names: FrameNames
    ) throws(FileError) -> FrameTemplate.Field {
        if element.isMapping { return try keyed(element, at: position, names) }
        guard let text = element.text else { throw element.mismatch(expected: expected(names)) }
        if let number = element.number {
            guard let byte = number.units(decimals: 0), (0...255).contains(byte) else {
                throw element.mismatch(expected: "a byte from 0 to 255")
            }
            return .byte(UInt8(byte))
        }
        if text == "sequence" { return .sequence }
        if checks.contains(text) { return .checksum(try check(text, nil, element, at: position)) }
        guard let number = FrameTemplate.Number(rawValue: text) else {
            let words = numbers + checks + ["sequence"]
            throw element.mismatch(text, among: words, expected: expected(names))
        }
        switch names {
        case .own: return .number(number, of: nil)
        case .all(let channels):
            throw element.error(
                "`\(text)` in a frame for all channels must say whose number it carries: `{\(text): \(channels.last!)}`"
            )
        case .none: throw element.error(FrameNames.noNumber("`\(text)`", in: element.name))
        }
    }

    private static func expected(_ names: FrameNames) -> String {
        let number =
            switch names {
            case .own: "an encoding such as `u8` (\(numbers.joined(separator: ", "))), "
            case .all(let channels):
                "an encoding such as `{u8: \(channels[0])}` (\(numbers.joined(separator: ", "))), "
            case .none: ""
            }
        return "a byte, \(number)`sequence` or a check (\(checks.joined(separator: ", ")))"
    }

    /// Parses an element with a key: `{i8: zx}`, `{u8: sequence}` or `{crc8: {from: 1}}`.
    private static func keyed(
        _ element: YamlValue, at position: Int, _ names: FrameNames
    ) throws(FileError) -> FrameTemplate.Field {
        let section = try element.section(numbers + checks)
        guard let key = section.keys.first, let what = section[key], section.keys.count == 1 else {
            throw element.error("one element of a frame has one key, such as `{u8: sequence}`; split it")
        }
        if checks.contains(key) {
            let options = try what.section(ChecksumReader.options(of: key))
            return .checksum(try check(key, options, element, at: position))
        }
        guard let number = FrameTemplate.Number(rawValue: key) else {
            throw element.mismatch(expected: expected(names))
        }
        if what.isMapping { return try time(number, what, element, names) }
        let words = names.list + (number == .u8 ? ["sequence"] : [])
        let expectedWords = words.map { "`\($0)`" }.joined(separator: ", ")
        let word = try what.text(expected: expectedWords)
        if word == "sequence", number == .u8 { return .sequence }
        switch names {
        case .own where word == "value": return .number(number, of: nil)
        case .none: throw element.error(FrameNames.noNumber("`{\(key): \(SafeText.escaped(word))}`", in: element.name))
        case .own, .all: break
        }
        guard let channel = names.channel(word) else {
            throw what.mismatch(word, among: words, expected: expectedWords)
        }
        return .number(number, of: channel)
    }

    /// Parses `{u16le: {time: 1 ms}}`: the time of the move, in units of what follows.
    private static func time(
        _ number: FrameTemplate.Number, _ what: YamlValue, _ element: YamlValue, _ names: FrameNames
    ) throws(FileError) -> FrameTemplate.Field {
        let section = try what.section(["time"])
        let unit = try section.required("time").duration(in: TimeSpan.microseconds(100)...TimeSpan.seconds(1))
        if case .none = names { throw element.error(FrameNames.noNumber("`time`", in: element.name)) }
        guard !number.hasFraction else {
            throw element.error("a time is a whole number; expected an encoding such as `{u16le: {time: 1 ms}}`")
        }
        return .time(MoveTime(number, unit: unit))
    }

    private static func check(
        _ key: String, _ options: YamlSection?, _ element: YamlValue, at position: Int
    ) throws(FileError) -> Checksum {
        let checksum = try ChecksumReader.checksum(key, element, options)
        guard checksum.from < position else {
            throw element.error(
                "this \(key) is byte \(position) of its frame (the first is 0) and would cover nothing but itself from "
                    + "byte \(checksum.from) on; let it begin earlier or stand later")
        }
        return checksum
    }
}
