/// Makes a view into the rows of a terminal: pure, and never wider or higher than the terminal.
///
/// From 80 x 24 on everything has its place; a smaller terminal gets a few rows of text, a very small or a dumb one a
/// single row.
struct Dashboard {
    /// The least size that holds everything.
    static let least = TerminalSize(columns: 80, rows: 24)
    private static let sliderWidth = 15, factsWidth = 34, joystickText = 11
    private static let discHeights = 8...20

    let size: TerminalSize
    let style: TerminalStyle

    /// The rows, from the top.
    /// - Parameter log: what was said, the newest last.
    func rows(_ view: DashboardView, log: [String]) -> [CellRow] {
        if style.emphasis == .none { return [compact.oneRow(view)] }
        guard size.columns >= Self.least.columns, size.rows >= Self.least.rows else { return smallRows(view, log) }
        var canvas = Canvas(size, style)
        drawBars(view, on: &canvas)
        let disc = discHeight
        let panels = Place(column: 0, row: 2, width: size.columns, height: disc + 2)
        let joystick = disc * 2 + 4 + Self.joystickText
        drawSlider(view, on: &canvas, in: panels.part(from: 0, width: Self.sliderWidth))
        drawJoystick(view, on: &canvas, in: panels.part(from: Self.sliderWidth, width: joystick))
        drawFacts(view, on: &canvas, in: panels.part(from: Self.sliderWidth + joystick, width: .max))
        let lists = panels.row + panels.height
        let below = Place(column: 0, row: lists, width: size.columns, height: size.rows - lists - 2)
        if view.showsHelp {
            drawHelp(view, on: &canvas, in: below)
        } else {
            let frames = min(12, (below.height - 2) / 2)
            drawFrames(view, on: &canvas, in: below.rows(0..<(frames + 1)))
            drawLog(log, on: &canvas, in: below.rows((frames + 1)..<below.height))
        }
        drawKeys(view, on: &canvas)
        drawCode(view.code, on: &canvas)
        return canvas.rows
    }

    /// In the upper right corner, where it fits: half of a code is none.
    private func drawCode(_ lines: [String], on canvas: inout Canvas) {
        let width = lines.first?.count ?? 0
        guard !lines.isEmpty, style.isUnicode, width <= size.columns, lines.count <= size.rows - 4 else { return }
        let place = Place(column: size.columns - width, row: 2, width: width, height: lines.count)
        for (row, line) in lines.enumerated() { canvas.put(line, in: place, row: row) }
    }

    private var compact: CompactStatus { CompactStatus(columns: size.columns, style: style) }

    /// The disc is as high as leaves space for four frames and four lines, and for the facts beside it.
    private var discHeight: Int {
        let byWidth = (size.columns - Self.sliderWidth - Self.factsWidth - Self.joystickText - 2) / 2
        let byHeight = Self.discHeights.lowerBound + (size.rows - Self.least.rows) / 2
        return max(Self.discHeights.lowerBound, min(byWidth, byHeight, Self.discHeights.upperBound))
    }

    private func smallRows(_ view: DashboardView, _ log: [String]) -> [CellRow] {
        guard size.rows >= 4 else { return [compact.oneRow(view)] }
        let rows = Array(compact.rows(view).prefix(size.rows))
        let lines = Self.wrapped(log, width: size.columns, rows: size.rows - rows.count, style)
        return rows
            + lines.map { line in
                var row = CellRow(columns: size.columns, style: style)
                row.add(line)
                return row
            }
    }
}

extension Place {
    /// A part of it over its whole height, from a column.
    func part(from start: Int, width: Int) -> Place {
        Place(column: column + start, row: row, width: min(width, self.width - start), height: height)
    }

    /// Some rows of it.
    func rows(_ range: Range<Int>) -> Place {
        Place(column: column, row: row + range.lowerBound, width: width, height: range.count)
    }
}
