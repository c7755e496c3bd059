/// A survey as a part of the dashboard: a line with its state, and below it as much as there is space for.
///
/// Alarms come first, what is not kept next and then why there are no results, then the streams, then the place and the
/// file.
struct SurveyPanel {
    private enum Row {
        case alarms, problem, position, store
    }
    /// The columns of the rows' texts, and of the name in the line; the least cells of the name.
    private static let label = 7, nameColumn = 12, leastName = 6

    let view: SurveyView
    private let table: StreamTable

    init(_ view: SurveyView) {
        self.view = view
        table = StreamTable(view)
    }

    /// How many rows it takes, with the line, of at most so many.
    func height(width: Int, upTo limit: Int) -> Int {
        guard limit > 1 else { return max(0, limit) }
        let rows = rows(width: width - 2, height: limit - 1)
        return 1 + rows.above.count + rows.streams + rows.below.count
    }

    func draw(on canvas: inout Canvas, in rect: CellRect) {
        guard rect.height > 0 else { return }
        let inside = rect.rows(1..<max(1, rect.height)).part(from: 1, width: rect.width - 2)
        let rows = rows(width: inside.width, height: inside.height)
        drawLine(
            on: &canvas, in: rect.rows(0..<1), beside: rows.above,
            leftOut: table.leftOut(width: inside.width, height: rows.streams))
        var row = 0
        for kind in rows.above {
            draw(kind, on: &canvas, in: inside, row: row)
            row += 1
        }
        table.draw(on: &canvas, in: inside.rows(row..<(row + rows.streams)), statesRest: false)
        row += rows.streams
        for kind in rows.below {
            draw(kind, on: &canvas, in: inside, row: row)
            row += 1
        }
    }

    /// What a height has space for: the rows above the streams, the rows of the streams, and the rows below.
    private func rows(width: Int, height: Int) -> (above: [Row], streams: Int, below: [Row]) {
        var above: [Row] = []
        // A single row is for a number; the line then names the alarms.
        if !view.alarms.isEmpty, height > 1 { above.append(.alarms) }
        let isTroubled = view.store?.isTroubled == true
        if isTroubled, above.count + 1 < height { above.append(.store) }
        if !view.problem.isEmpty, above.count + 1 < height { above.append(.problem) }
        var below: [Row] = (view.position == nil ? [] : [.position]) + (isTroubled ? [] : [.store])
        let rest = max(0, height - above.count)
        while true {
            if let columns = table.columns(width: width, height: rest - below.count) {
                return (above, table.height(columns: columns), below)
            }
            if below.popLast() == nil { return (above, rest, []) }
        }
    }

    private func draw(_ row: Row, on canvas: inout Canvas, in rect: CellRect, row number: Int) {
        switch row {
        case .alarms:
            canvas.put(" ALARM ", in: rect, row: number, view.alarmInk)
            canvas.put(view.alarmText, in: rect, row: number, column: Self.label + 1, .strong)
        case .problem:
            canvas.put("graph", in: rect, row: number, .faint)
            canvas.put(view.problem, in: rect, row: number, column: Self.label, .warning)
        case .position:
            guard let position = view.position else { return }
            canvas.put("place", in: rect, row: number, .faint)
            let ink = position.isDoubtful ? Ink.warning : .plain
            canvas.put(position.text, in: rect, row: number, column: Self.label, ink)
        case .store:
            let (text, ink) = view.storeText
            canvas.put("kept", in: rect, row: number, .faint)
            canvas.put(text, in: rect, row: number, column: Self.label, ink)
        }
    }

    /// The line: to the left the sensor's name, to the right link, counts and age. Alarms, lost rows and why there are
    /// no results are in it only if they have no row of their own; the counts give way to them.
    private func drawLine(on canvas: inout Canvas, in line: CellRect, beside rows: [Row], leftOut: Int) {
        canvas.rule(line, "survey")
        let namesAlarms = !view.alarms.isEmpty && !rows.contains(.alarms)
        let rest = leftOut > 0 ? ", \(leftOut) more stream\(leftOut == 1 ? "" : "s")" : ""
        let namesProblem = !namesAlarms && !view.problem.isEmpty && !rows.contains(.problem)
        let name =
            namesAlarms
            ? "ALARM \(view.alarmText)" : namesProblem ? "NO RESULTS \(view.problem)" : view.sensor + rest
        let least = namesAlarms || namesProblem ? min(line.width / 2, CellWidth.cells(name)) : Self.leastName
        let parts = parts(upTo: line.width - Self.nameColumn - least - 8, namesLost: !rows.contains(.store))
        let start = max(Self.nameColumn, line.width - width(parts) - 4)
        var column = canvas.put(" ", in: line, column: start)
        for (index, part) in parts.enumerated() {
            column = canvas.put(part.text, in: line, column: column, part.ink)
            column = canvas.put(index == parts.count - 1 ? " " : ", ", in: line, column: column)
        }
        let names = line.part(from: Self.nameColumn, width: start - Self.nameColumn - 1)
        let ink = namesAlarms ? view.alarmInk : namesProblem ? .warningBar : .plain
        if !name.isEmpty { canvas.put(" \(name) ", in: names, ink) }
    }

    /// What stands to the right: of the counts only as much as there is space for.
    private func parts(upTo limit: Int, namesLost: Bool) -> [InkedText] {
        var counts = view.countTexts
        let lost: [InkedText] =
            switch view.store {
            case let store? where store.isTroubled && namesLost:
                [(store.hasFailed ? "store FAILED" : "\(store.lostRows) rows lost", .bad)]
            default: []
            }
        while true {
            let parts = [view.linkText].compactMap(\.self) + counts + lost + [view.ageText]
            guard width(parts) > limit, !counts.isEmpty else { return parts }
            counts.removeFirst()
        }
    }

    private func width(_ parts: [InkedText]) -> Int {
        parts.reduce(2 * (parts.count - 1)) { $0 + CellWidth.cells($1.text) }
    }
}
