import WaldoCore
import WaldoTime

/// Reads `reports` of an arm file: the lines and messages by which the arm reports a position or a fault, and how it is
/// asked for them.
enum ReportsReader {
    /// - Parameter names: the names of the arm's channels, in order.
    static func reports(
        _ value: YamlValue, _ names: [String], _ link: ArmLink, _ pacing: Pacing
    ) throws(FileError) -> ArmReports {
        let section = try value.section(["position", "fault", "ask", "answers"])
        guard !section.keys.isEmpty else {
            throw value.error("`reports` is empty; expected `position`, `fault` or `answers`")
        }
        guard link.isAnswered else {
            throw value.error(
                "`reports` are read from notifications, and `link` has no `notify`; add it, or take them out")
        }
        var reports = ArmReports()
        for one in patterns(section["position"]) {
            let pattern = try pattern(one, names)
            guard !pattern.channels.isEmpty else {
                throw one.error("`\(one.name)` has no channel's number, such as `{\(names[0])}`; add one")
            }
            reports.positions.append(pattern)
        }
        for one in patterns(section["fault"]) { reports.faults.append(try pattern(one, [])) }
        reports.ask = try section["ask"].map { (value) throws(FileError) in
            guard !reports.positions.isEmpty else {
                throw value.error("`ask` has no answer: add `position`, or take it out")
            }
            return try ask(value, link, pacing)
        }
        reports.answers = try section["answers"].map { (value) throws(FileError) in try answers(value) }
        return reports
    }

    private static func answers(_ value: YamlValue) throws(FileError) -> ArmReports.Answers {
        let section = try value.section(["each", "within"])
        let within = try section["within"]?.duration(in: TimeSpan.milliseconds(50)...TimeSpan.seconds(30))
        return ArmReports.Answers(
            each: try pattern(section.required("each"), []), within: within ?? .milliseconds(300))
    }

    /// One report or several: a list of bytes is one.
    private static func patterns(_ value: YamlValue?) -> [YamlValue] {
        guard let value, let list = value.list else { return value.map { [$0] } ?? [] }
        return list.contains { $0.list == nil && ($0.number != nil || $0.isMapping) } ? [value] : list
    }

    private static func ask(
        _ value: YamlValue, _ link: ArmLink, _ pacing: Pacing
    ) throws(FileError) -> ArmReports.Ask {
        let section = try value.section(["send", "every"]), every = try section.required("every")
        let interval = try every.duration(in: TimeSpan.milliseconds(20)...TimeSpan.seconds(60))
        guard interval >= pacing.interval * 2 else {
            throw every.error(
                "questions \(TimeText.text(interval)) apart leave no time for motion: `pacing` has an interval of "
                    + "\(TimeText.text(pacing.interval)); ask half as often as that or less")
        }
        return ArmReports.Ask(try StepsReader.bytes(section.required("send"), link), interval: interval)
    }

    /// One report: a list of bytes, or a line.
    static func pattern(_ value: YamlValue, _ names: [String]) throws(FileError) -> ReportPattern {
        if let list = value.list { return .bytes(try message(value, list, names)) }
        return .line(try line(value, names))
    }

    /// A message of bytes: as a frame's, with `any` for a byte that does not matter.
    private static func message(
        _ value: YamlValue, _ list: [YamlValue], _ names: [String]
    ) throws(FileError) -> BytePattern {
        var fields: [BytePattern.Field] = [], count = 0, fixed = 0
        for element in list {
            let field = try field(element, at: count, names)
            switch field {
            case .byte, .checksum: fixed += field.count
            case .any, .number: break
            }
            fields.append(field)
            count += field.count
        }
        guard fixed >= 2, count <= Frame.capacity else {
            throw value.error(
                "`\(value.name)` has \(count) bytes, \(fixed) of them fixed or a check; expected at most "
                    + "\(Frame.capacity), and two that tell it from others")
        }
        return BytePattern(fields)
    }

    private static func field(
        _ element: YamlValue, at count: Int, _ names: [String]
    ) throws(FileError) -> BytePattern.Field {
        if element.text == "any" { return .any }
        switch try ByteFrame.field(element, at: count, names.isEmpty ? .none : .all(names)) {
        case .byte(let byte): return .byte(byte)
        case .number(let number, let channel?): return .number(number, channel)
        case .checksum(let checksum): return .checksum(checksum)
        case .number, .decimal, .time, .sequence:
            throw element.error("`\(element.text ?? "this")` cannot be expected in a report; write `any`")
        }
    }

    /// A line without its end: text, `{base}` for a channel's number, and `{*}` at the end for anything.
    private static func line(_ value: YamlValue, _ names: [String]) throws(FileError) -> LinePattern {
        let text = try value.text(expected: "a line such as \"POS {base} {shoulder}\" or \"ERR {*}\"")
        var parts: [LinePattern.Part] = [], literal: [UInt8] = []
        func end() {
            if !literal.isEmpty { parts.append(.literal(literal)) }
            literal = []
        }
        var rest = Substring(text)
        while let character = rest.first {
            guard character == "{" else {
                guard let scalar = character.unicodeScalars.first, scalar.value >= 0x20 else {
                    throw value.error("`\(value.name)` is a line without its end; take control characters out")
                }
                literal += String(character).utf8
                rest.removeFirst()
                continue
            }
            guard let close = rest.firstIndex(of: "}") else {
                throw value.error("in the line `\(SafeText.escaped(text))` a `{` has no `}`")
            }
            let name = String(rest[rest.index(after: rest.startIndex)..<close])
            rest = rest[rest.index(after: close)...]
            end()
            if name == "*" {
                guard rest.isEmpty else {
                    throw value.error("`{*}` stands for the rest of the line; put it at the end")
                }
                parts.append(.rest)
            } else {
                parts.append(.number(try channel(name, names, value)))
                if rest.first == "{" {
                    throw value.error(
                        "in the line `\(SafeText.escaped(text))` nothing separates `{\(name)}` from what follows")
                }
            }
        }
        end()
        guard case .literal = parts.first else {
            throw value.error(
                "`\(value.name)` begins with no text of its own, and would take other lines for reports; add it")
        }
        return LinePattern(parts)
    }

    private static func channel(_ name: String, _ names: [String], _ value: YamlValue) throws(FileError) -> Channel {
        guard let index = names.firstIndex(of: name) else {
            let expected = (names.map { "`{\($0)}`" } + ["`{*}`"]).joined(separator: ", ")
            throw value.error(
                "`{\(SafeText.escaped(name))}` in a line is unknown"
                    + Spelling.hint(name, among: names, then: "expected \(expected)"))
        }
        return Channel(index)
    }
}
