/// Lays out a view as the rows of a terminal. Pure; the rows never exceed the terminal's width or height.
///
/// From 80 x 24 cells on, everything has its place; a smaller terminal gets a few rows of text, a very small or dumb
/// one a single row.
struct Dashboard {
    /// The smallest size that holds everything.
    static let least = TerminalSize(columns: 80, rows: 24)
    private static let sliderWidth = 15, factsWidth = 34, joystickText = 11
    private static let discHeights = 8...20
    /// The width of the panel of the other controls.
    private static let listWidths = 31...60
    /// From so many rows on, half of those of the lists may be the survey's; of fewer it gets two.
    private static let roomyLists = 8

    let size: TerminalSize
    let style: TerminalStyle

    /// The rows, from the top.
    /// - Parameter log: the log's lines, the newest last.
    func rows(_ view: DashboardView, log: [String]) -> [CellRow] {
        if style.emphasis == .none { return [compact.oneRow(view)] }
        guard size.columns >= Self.least.columns, size.rows >= Self.least.rows else { return smallRows(view, log) }
        var canvas = Canvas(size, style)
        drawBars(view, on: &canvas)
        let lists = drawPanels(view, on: &canvas)
        let below = Place(column: 0, row: lists, width: size.columns, height: size.rows - lists - 2)
        if view.showsHelp {
            drawHelp(view, on: &canvas, in: below)
        } else {
            drawLists(view, log, on: &canvas, in: below)
        }
        drawKeys(view, on: &canvas)
        drawCode(view.code, on: &canvas)
        return canvas.rows
    }

    /// Draws the panels: those of the first slider and the first joystick, and the facts in the space that is left. The
    /// other controls stand between them if there is space, and else below.
    /// - Returns: the row below them.
    private func drawPanels(_ view: DashboardView, on canvas: inout Canvas) -> Int {
        let (slider, joystick, others) = view.parts
        let disc = discHeight, list = MeterList(others, buttons: view.buttons, unmoved: view.unmoved)
        let panels = Place(column: 0, row: 2, width: size.columns, height: disc + 2)
        var column = 0
        func next(_ width: Int) -> Place {
            defer { column += width }
            return panels.part(from: column, width: width)
        }
        if let slider { drawSlider(slider, on: &canvas, in: next(Self.sliderWidth)) }
        if let joystick { drawJoystick(joystick, on: &canvas, in: next(disc * 2 + 4 + Self.joystickText)) }
        let left = min(Self.listWidths.upperBound, size.columns - column - Self.factsWidth)
        let isBeside = !list.isEmpty && left >= Self.listWidths.lowerBound && list.height(width: left - 3) <= disc
        if isBeside { drawOthers(list, on: &canvas, in: next(left)) }
        drawFacts(view, on: &canvas, in: panels.part(from: column, width: .max))
        let end = panels.row + panels.height
        guard !list.isEmpty, !isBeside else { return end }
        let height = 1 + list.height(width: size.columns - 2)
        drawOthersBelow(list, on: &canvas, in: Place(column: 0, row: end, width: size.columns, height: height))
        return end + height
    }

    /// Draws the survey, the frames and the log. Where there is no space for all, the frames give way.
    private func drawLists(_ view: DashboardView, _ log: [String], on canvas: inout Canvas, in place: Place) {
        let panel = view.survey.map { SurveyPanel($0) }
        let most = place.height < Self.roomyLists ? min(2, place.height) : place.height / 2
        let survey = panel?.height(width: size.columns, upTo: most) ?? 0
        panel?.draw(on: &canvas, in: place.rows(0..<survey))
        var rest = place.rows(survey..<place.height)
        if panel == nil || rest.height >= 4 {
            let frames = min(12, (rest.height - 2) / 2)
            drawFrames(view, on: &canvas, in: rest.rows(0..<(frames + 1)))
            rest = rest.rows((frames + 1)..<rest.height)
        }
        if panel == nil || rest.height >= 2 { drawLog(log, on: &canvas, in: rest) }
    }

    /// Draws the QR code in the upper right corner if it fits completely: a partial code is useless.
    private func drawCode(_ lines: [String], on canvas: inout Canvas) {
        let width = lines.first?.count ?? 0
        guard !lines.isEmpty, style.isUnicode, width <= size.columns, lines.count <= size.rows - 4 else { return }
        let place = Place(column: size.columns - width, row: 2, width: width, height: lines.count)
        for (row, line) in lines.enumerated() { canvas.put(line, in: place, row: row) }
    }

    private var compact: CompactStatus { CompactStatus(columns: size.columns, style: style) }

    /// The disc's height: as large as possible with space left for four frames, four log lines, and the facts beside
    /// it.
    private var discHeight: Int {
        let byWidth = (size.columns - Self.sliderWidth - Self.factsWidth - Self.joystickText - 2) / 2
        let byHeight = Self.discHeights.lowerBound + (size.rows - Self.least.rows) / 2
        return max(Self.discHeights.lowerBound, min(byWidth, byHeight, Self.discHeights.upperBound))
    }

    private func smallRows(_ view: DashboardView, _ log: [String]) -> [CellRow] {
        guard size.rows >= 4 else { return [compact.oneRow(view)] }
        let rows = Array(compact.rows(view, upTo: size.rows).prefix(size.rows))
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
    /// The part of the place that starts at column `start`, over its full height.
    func part(from start: Int, width: Int) -> Place {
        Place(column: column + start, row: row, width: min(width, self.width - start), height: height)
    }

    /// The part of the place in these rows.
    func rows(_ range: Range<Int>) -> Place {
        Place(column: column, row: row + range.lowerBound, width: width, height: range.count)
    }
}
