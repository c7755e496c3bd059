import WaldoCore

/// Lays out a view as the rows of a terminal. Pure; the rows never exceed the terminal's width or height.
///
/// From 80 x 24 cells on, everything has its place; a smaller terminal gets a few rows of text, a very small or dumb
/// one a single row.
struct Dashboard {
    /// The smallest size that holds everything.
    static let least = TerminalSize(columns: 80, rows: 24)
    static let factsWidth = 34
    private static let sliderWidth = 15, joystickText = 11
    private static let discHeights = 8...16
    /// The width of the panel of the other controls.
    private static let listWidths = 31...60
    /// From so many rows on, half of those of the lists may be the survey's; of fewer it gets two.
    private static let roomyLists = 8
    /// From so many rows on, the log has more of them than the frames.
    private static let highLists = 20
    /// From so many columns on, frames and log stand side by side.
    private static let wideLists = 130
    /// The least width of the plot.
    private static let leastPlot = 24
    /// The most frames that are shown.
    private static let maxFrames = 40
    /// From so many rows on, lists have what the keys do below them, in so many rows at most.
    private static let listsWithHelp = 26, helpRows = 12

    let size: TerminalSize
    let style: TerminalStyle

    /// The rows, from the top.
    /// - Parameter log: the log's lines, the newest last.
    func rows(_ view: DashboardView, log: [String]) -> [CellRow] {
        if style.emphasis == .none { return [compact.oneRow(view)] }
        guard size.columns >= Self.least.columns, size.rows >= Self.least.rows else { return smallRows(view, log) }
        var canvas = Canvas(size, style)
        drawBars(view, on: &canvas)
        let between = CellRect(column: 0, row: 2, width: size.columns, height: size.rows - 4)
        let body = drawAddress(view, on: &canvas, in: between)
        if let code = shownCode(view, in: body) {
            for (row, line) in view.code.enumerated() { canvas.put(line, in: code, row: row) }
            drawBody(view, log, on: &canvas, in: body.part(from: 0, width: code.column - 1))
        } else {
            drawBody(view, log, on: &canvas, in: body)
        }
        drawKeys(view, on: &canvas)
        return canvas.rows
    }

    /// Draws what stands between the bars and the keys.
    private func drawBody(_ view: DashboardView, _ log: [String], on canvas: inout Canvas, in rect: CellRect) {
        guard rect.width >= Self.least.columns else { return drawHelp(view, on: &canvas, in: rect) }
        let panels = min(rect.height, drawPanels(view, on: &canvas, in: rect))
        let below = rect.rows(panels..<rect.height)
        if view.showsHelp {
            drawHelp(view, on: &canvas, in: below)
        } else {
            drawLists(view, log, on: &canvas, in: below)
        }
    }

    /// Draws the panels: those of the first slider and the first joystick, and the facts in the space that is left. The
    /// other controls and the plot stand between them if there is space; the controls else below.
    /// - Returns: the row below them.
    private func drawPanels(_ view: DashboardView, on canvas: inout Canvas, in rect: CellRect) -> Int {
        let (slider, joystick, others) = view.parts
        let disc = discHeight(rect), list = MeterList(others, buttons: view.buttons, unmoved: view.unmoved)
        let panels = rect.rows(0..<(disc + 2))
        var column = 0
        func next(_ width: Int) -> CellRect {
            defer { column += width }
            return panels.part(from: column, width: width)
        }
        if let slider {
            // Without a joystick there is space for its whole name.
            let named = joystick == nil ? min(CellWidth.cells(slider.name) + 6, Self.listWidths.lowerBound) : 0
            drawSlider(slider, on: &canvas, in: next(max(Self.sliderWidth, named)))
        }
        if let joystick { drawJoystick(joystick, on: &canvas, in: next(disc * 2 + 4 + Self.joystickText)) }
        let left = min(Self.listWidths.upperBound, rect.width - column - Self.factsWidth)
        let isBeside = !list.isEmpty && left >= Self.listWidths.lowerBound && list.height(width: left - 3) <= disc
        if isBeside { drawOthers(list, on: &canvas, in: next(left)) }
        let plot = rect.width - column - Self.factsWidth
        if plot >= Self.leastPlot { drawPlot(view.plot, on: &canvas, in: next(plot)) }
        drawFacts(view, on: &canvas, in: panels.part(from: column, width: .max))
        guard !list.isEmpty, !isBeside else { return panels.height }
        let height = 1 + list.height(width: rect.width - 2)
        drawOthersBelow(list, on: &canvas, in: rect.rows(panels.height..<(panels.height + height)))
        return panels.height + height
    }

    /// Draws the survey, below it the frames and the log, and beside these the hand. Where there is no space for all,
    /// first the hand's views and then the frames give way.
    private func drawLists(_ view: DashboardView, _ log: [String], on canvas: inout Canvas, in rect: CellRect) {
        let panel = view.survey.map { SurveyPanel($0) }
        let limit = rect.height < Self.roomyLists ? min(2, rect.height) : rect.height / 2
        let survey = panel?.height(width: rect.width, upTo: limit) ?? 0
        panel?.draw(on: &canvas, in: rect.rows(0..<survey))
        var rest = rect.rows(survey..<rect.height)
        var handWords = ""
        if let hand = view.hand {
            if let (lists, panel) = split(rest) {
                drawHand(hand, view.handScale, on: &canvas, in: panel)
                rest = lists
            } else {
                handWords = HandText(arm: hand).whole
            }
        }
        if rest.height >= Self.listsWithHelp, !view.mappedKeys.isEmpty {
            let height = min(Self.helpRows, 2 + max(view.mappedKeys.count, view.terminalKeys.count))
            drawHelp(view, on: &canvas, in: rest.rows((rest.height - height)..<rest.height))
            rest = rest.rows(0..<(rest.height - height))
        }
        if rest.width >= Self.wideLists, rest.height >= 2 {
            let half = rest.width / 2
            drawFrames(view, on: &canvas, in: rest.part(from: 0, width: half), beside: "")
            return drawLog(log, on: &canvas, in: rest.part(from: half, width: .max), beside: handWords)
        }
        let hasFrames = panel == nil || rest.height >= 4
        if hasFrames {
            // Of much space the log, whose lines are longer, has two thirds.
            let frames = min(Self.maxFrames, (rest.height - 2) / (rest.height < Self.highLists ? 2 : 3))
            drawFrames(view, on: &canvas, in: rest.rows(0..<(frames + 1)), beside: handWords)
            rest = rest.rows((frames + 1)..<rest.height)
        }
        if panel == nil || rest.height >= 2 { drawLog(log, on: &canvas, in: rest, beside: hasFrames ? "" : handWords) }
    }

    private var compact: CompactStatus { CompactStatus(columns: size.columns, style: style) }

    /// The disc's height: as large as possible with space left for four frames, four log lines, and the facts beside
    /// it.
    private func discHeight(_ rect: CellRect) -> Int {
        let byWidth = (rect.width - Self.sliderWidth - Self.factsWidth - Self.joystickText - 2) / 2
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
