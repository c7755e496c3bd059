internal import WaldoCore

/// A report as plain text.
enum ReportText {
    /// The most characters of a cell.
    private static let longestCell = 200

    /// The text.
    static func text(_ report: ReportDocument) -> String {
        var lines = [SafeText.escaped(report.title, upTo: 200), SafeText.escaped(report.subtitle, upTo: .max)]
        for section in report.sections {
            lines += ["", section.title.uppercased()]
            for block in section.blocks { lines += self.lines(block).map { "  " + SafeText.escaped($0, upTo: .max) } }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(_ block: ReportDocument.Block) -> [String] {
        switch block {
        case .facts(let facts):
            let width = facts.map(\.name.count).max() ?? 0
            return facts.map { padded($0.name, width, isNumber: false) + "  " + $0.value }
        case .table(let header, let numbers, let rows):
            let all = ([header] + rows).map { $0.map(cut) }
            let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
            return all.map { row in
                var line = row.enumerated().map { place, cell in
                    padded(cell, widths[place], isNumber: numbers.contains(place))
                }.joined(separator: "  ")
                while line.last == " " { line.removeLast() }
                return line
            }
        case .sentence(let text, let isWarning): return [isWarning ? "! " + text : text]
        case .map(_, let caption): return [caption + " (--html shows it)"]
        }
    }

    /// A cell, to whose width all others of its column are padded.
    private static func cut(_ cell: String) -> String {
        let scalars = cell.unicodeScalars
        return scalars.count > longestCell ? String(scalars.prefix(longestCell)) + "…" : cell
    }

    private static func padded(_ text: String, _ width: Int, isNumber: Bool) -> String {
        let space = String(repeating: " ", count: max(0, width - text.count))
        return isNumber ? space + text : text + space
    }
}
