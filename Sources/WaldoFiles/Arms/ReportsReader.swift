internal import WaldoCore

/// Reads `reports` of an arm file: the lines by which the arm's notifications report a position or a fault.
enum ReportsReader {
    /// - Parameter names: the names of the arm's channels, in order.
    static func reports(_ value: YamlValue, _ names: [String], _ link: ArmLink) throws(FileError) -> ArmReports {
        let section = try value.section(["position", "fault"])
        guard !section.keys.isEmpty else {
            throw value.error("`reports` is empty; expected `position`, `fault` or both")
        }
        guard link.bluetooth.map({ $0.notify != nil }) ?? true else {
            throw value.error(
                "`reports` are read from notifications, and `link` has no `notify`; add it, or take them out")
        }
        var reports = ArmReports()
        for line in section["position"]?.oneOrMore ?? [] {
            let pattern = try pattern(line, names)
            guard pattern.parts.contains(where: { if case .number = $0 { true } else { false } }) else {
                throw line.error("`\(line.name)` has no channel's number, such as `{\(names[0])}`; add one")
            }
            reports.positions.append(pattern)
        }
        for line in section["fault"]?.oneOrMore ?? [] { reports.faults.append(try pattern(line, [])) }
        return reports
    }

    /// A line without its end: text, `{base}` for a channel's number, and `{*}` at the end for anything.
    private static func pattern(_ value: YamlValue, _ names: [String]) throws(FileError) -> ReportPattern {
        let text = try value.text(expected: "a line such as \"POS {base} {shoulder}\" or \"ERR {*}\"")
        var parts: [ReportPattern.Part] = [], literal: [UInt8] = []
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
        return ReportPattern(parts)
    }

    private static func channel(_ name: String, _ names: [String], _ value: YamlValue) throws(FileError) -> Channel {
        guard let index = names.firstIndex(of: name) else {
            let expected = (names.map { "`{\($0)}`" } + ["`{*}`"]).joined(separator: ", ")
            throw value.error(
                "`{\(SafeText.escaped(name))}` in a line is unknown; expected \(expected)"
                    + Spelling.hint(name, among: names))
        }
        return Channel(index)
    }
}
