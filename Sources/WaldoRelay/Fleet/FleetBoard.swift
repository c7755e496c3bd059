public import WaldoTerminal

/// Lays out a fleet as rows of text. Pure; no row is wider than the terminal, and what comes from a station is made
/// printable.
///
/// Columns give way from the least important one on; of more stations than there are rows, the last row states how many
/// are left out.
public struct FleetBoard {
    private struct Column: Sendable {
        let title: String, text: @Sendable (FleetView.Station) -> String
        /// The widest text that is not cut off.
        var maxWidth = 12
        var isRight = false, hasTone = false
    }

    private static let station = Column(title: "STATION", text: { $0.name }, maxWidth: 24)
    private static let survey = Column(title: "SURVEY", text: { $0.title }, maxWidth: 28)
    private static let stop = Column(title: "STATE", text: { $0.stop }, maxWidth: 10, hasTone: true)
    private static let mode = Column(title: "DRIVEN", text: { $0.mode }, maxWidth: 10, hasTone: true)
    private static let value = Column(title: "VALUE", text: { $0.value }, maxWidth: 32)
    private static let age = Column(title: "AGE", text: { $0.age }, isRight: true)
    private static let link = Column(title: "LINK", text: { $0.link }, maxWidth: 8)
    private static let arm = Column(title: "ARM", text: { $0.arm }, maxWidth: 20)
    private static let waiting = Column(title: "WAITING", text: { $0.waiting }, isRight: true)
    private static let gaps = Column(title: "GAPS", text: { $0.gaps }, isRight: true)
    private static let sensor = Column(title: "SENSOR", text: { $0.sensor }, maxWidth: 20)

    /// As they stand beside each other, and in the order in which they give way.
    private static let columns = [station, survey, arm, sensor, link, mode, stop, value, gaps, waiting, age]
    private static let givingWay = ["SENSOR", "GAPS", "ARM", "LINK", "WAITING", "SURVEY", "VALUE", "DRIVEN", "AGE"]
    private static let gap = 2

    private let size: TerminalSize
    private let style: TerminalStyle

    /// A board of a size.
    public init(size: TerminalSize, style: TerminalStyle) { (self.size, self.style) = (size, style) }

    /// The rows with the sequences that colour them, from the top.
    public func rows(_ view: FleetView) -> [String] { cells(view).map { $0.encoded(style.emphasis) } }

    func cells(_ view: FleetView) -> [CellRow] {
        var rows = [CellRow](repeating: CellRow(columns: size.columns, style: style), count: size.rows)
        guard size.rows > 0, size.columns > 0 else { return rows }
        rows[0].put(heading(view), at: 0, .calmBar)
        rows[0].paint(view.trouble.isEmpty ? .calmBar : .alarmBar)
        let columns = columns(of: view.stations)
        if size.rows > 1 {
            draw(columns.map { ($0.column, $0.width, $0.column.title) }, ink: { _ in .faint }, in: &rows[1])
        }
        let room = max(0, size.rows - 2 - (view.note.isEmpty ? 0 : 1))
        let shown = view.stations.count <= room ? view.stations.count : max(0, room - 1)
        for (row, station) in view.stations.prefix(shown).enumerated() {
            let texts = columns.map { ($0.column, $0.width, $0.column.text(station)) }
            draw(texts, ink: { Self.ink(station, $0) }, in: &rows[2 + row])
        }
        if shown < view.stations.count, room > 0 {
            rows[2 + shown].put("and \(view.stations.count - shown) more", at: 0, .faint)
        }
        if view.stations.isEmpty, size.rows > 2 {
            rows[2].put("no station has published its state yet", at: 0, .faint)
        }
        if !view.note.isEmpty { rows[size.rows - 1].put(view.note, at: 0, .warning) }
        return rows
    }

    private func heading(_ view: FleetView) -> String {
        let online = view.stations.count { $0.tone != .offline && $0.tone != .silent }
        let counts = "\(online) of \(view.stations.count) online"
        return " " + [view.trouble, counts, view.broker].filter { !$0.isEmpty }.joined(separator: "  ")
    }

    private func draw(
        _ texts: [(column: Column, width: Int, text: String)], ink: (Column) -> Ink, in row: inout CellRow
    ) {
        var start = 0
        for (column, width, text) in texts {
            let indent = column.isRight ? max(0, width - printedCells(text)) : 0
            row.put(text, at: start + indent, upTo: start + width, ink(column))
            start += width + Self.gap
        }
    }

    private static func ink(_ station: FleetView.Station, _ column: Column) -> Ink {
        guard column.hasTone else { return station.tone == .offline ? .faint : .plain }
        switch station.tone {
        case .good: return .good
        case .live: return .live
        case .warning, .silent: return .warning
        case .bad: return .bad
        case .offline: return .faint
        }
    }

    private func printedCells(_ text: String) -> Int {
        CellWidth.cells(CellWidth.printable(text, isUnicode: style.isUnicode))
    }

    /// The columns that have space, with their widths.
    private func columns(of stations: [FleetView.Station]) -> [(column: Column, width: Int)] {
        var columns = Self.columns.map { column -> (column: Column, width: Int) in
            let texts = stations.prefix(size.rows).map { printedCells(column.text($0)) }
            return (column, max(column.title.count, min(column.maxWidth, texts.max() ?? 0)))
        }
        // A column without a word in it says nothing.
        columns.removeAll { column, _ in
            !stations.isEmpty && column.title != "STATION" && stations.allSatisfy { column.text($0).isEmpty }
        }
        func width() -> Int { columns.reduce(-Self.gap) { $0 + $1.width + Self.gap } }
        for title in Self.givingWay where width() > size.columns { columns.removeAll { $0.column.title == title } }
        if width() > size.columns, let first = columns.indices.first {
            columns[first].width = max(1, columns[first].width - (width() - size.columns))
        }
        return columns
    }
}
