import WaldoCore

/// A report as plain text.
enum ReportText {
    /// The text.
    static func text(_ report: ReportDocument) -> String {
        var lines = [SafeText.escaped(report.title, upTo: 200), report.subtitle]
        for section in report.sections {
            lines += ["", section.title.uppercased()]
            for block in section.blocks { lines += self.lines(block).map { "  " + $0 } }
        }
        // Any text can be that of a foreign file. What is padded is escaped before it is measured, too.
        return lines.map { SafeText.escaped($0, upTo: .max) + "\n" }.joined()
    }

    private static func lines(_ block: ReportDocument.Block) -> [String] {
        switch block {
        case .facts(let facts):
            let names = facts.map { SafeText.escaped($0.name, upTo: 200) }
            let width = names.map(\.count).max() ?? 0
            return zip(names, facts).map { $0.padded(to: width) + "  " + $1.value }
        case .table(let header, let numbers, let rows):
            // All rows of a table are as wide as its widest.
            let all = ([header] + rows).map { $0.map { SafeText.escaped($0, upTo: 200) } }
            return TextTable.lines(all, isNumber: numbers.contains)
        case .sentence(let text, let isWarning): return [(isWarning ? "! " : "") + text]
        case .map(_, let caption): return [caption + " (--html shows it)"]
        }
    }
}
