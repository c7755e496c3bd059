/// Lays out the wizard as the rows of a terminal. Pure; the rows never exceed the terminal's width or height.
///
/// The prompt comes first and is always there; below it what was found, and beside that the axes that move.
struct WizardBoard {
    /// The rows of the prompt's frame.
    private static let promptRows = 6
    /// From so many columns on the axes stand beside what was found.
    private static let wide = 60
    private static let barWidth = 15
    /// The least columns of the axes: a name, its bar and its number.
    private static let leastAxes = 12 + barWidth + 6

    let size: TerminalSize
    let style: TerminalStyle

    /// The rows, from the top.
    func rows(_ view: WizardView) -> [CellRow] {
        var canvas = Canvas(size, style)
        let frame = Dashboard(size: size, style: style)
        let number = view.count > 0 && view.stage != .done ? "prompt \(view.number) of \(view.count)" : ""
        frame.drawBar(0, Banner("MAP", view.input, .calmBar), right: number, on: &canvas)
        guard size.rows > 2 else { return canvas.rows }
        frame.drawBar(1, state(view), right: "", on: &canvas)
        let body = CellRect(column: 0, row: 2, width: size.columns, height: max(0, size.rows - 3))
        if view.stage == .done {
            drawReport(view, on: &canvas, in: body)
        } else {
            let rows = min(Self.promptRows, body.height)
            drawPrompt(view, on: &canvas, in: body.rows(0..<rows))
            let last = view.panel.isEmpty || body.height <= rows ? 0 : 1
            drawLists(view, on: &canvas, in: body.rows(rows..<(body.height - last)))
            if last > 0 { canvas.put("panel: \(view.panel)", in: body, row: body.height - 1, column: 1) }
        }
        drawKeys(view, on: &canvas)
        return canvas.rows
    }

    /// What stays on the terminal after the end.
    func remaining(_ view: WizardView) -> [CellRow] { [] }

    private func state(_ view: WizardView) -> Banner {
        switch view.stage {
        case .waiting: Banner("WAITING", "for an input", .warningBar)
        case .resting: Banner("LET GO", "of everything, so that it is known where all rests", .warningBar)
        case .asking: Banner("YOUR MOVE", "no arm moves here", .goodBar)
        case .held: Banner("LET GO", "it counts when it has come back to rest", .calmBar)
        case .confirming: Banner("ALL KNOWN", "nothing is written yet", .calmBar)
        case .done: Banner("WRITTEN", view.heading, .goodBar)
        }
    }

    private func drawPrompt(_ view: WizardView, on canvas: inout Canvas, in rect: CellRect) {
        guard rect.height >= Self.promptRows, rect.width >= 8 else {
            for (row, line) in wrapped(view.prompt, rect.width).prefix(rect.height).enumerated() {
                canvas.put(line, in: rect, row: row, .strong)
            }
            return
        }
        canvas.frame(rect, view.heading)
        let inside = CellRect(
            column: rect.column + 2, row: rect.row + 1, width: rect.width - 4, height: rect.height - 2)
        var row = 0
        for line in wrapped(view.prompt, inside.width).prefix(view.stage == .waiting ? inside.height : 2) {
            canvas.put(line, in: inside, row: row, .strong)
            row += 1
        }
        let below = view.remark.isEmpty ? view.hint : view.remark
        for line in wrapped(below, inside.width).prefix(inside.height - row) {
            canvas.put(line, in: inside, row: row, view.remark.isEmpty ? .plain : .warning)
            row += 1
        }
    }

    private func drawLists(_ view: WizardView, on canvas: inout Canvas, in rect: CellRect) {
        guard rect.height > 1 else { return }
        guard rect.width >= Self.wide else { return drawFindings(view, on: &canvas, in: rect) }
        let wanted = 3 + nameWidth(view) + (view.findings.map { CellWidth.cells($0.text) }.max() ?? 0)
        let left = max(rect.width / 2, min(wanted, rect.width - Self.leastAxes))
        drawFindings(view, on: &canvas, in: rect.part(from: 0, width: left - 1))
        drawAxes(view, on: &canvas, in: rect.part(from: left, width: rect.width - left))
    }

    private func drawFindings(_ view: WizardView, on canvas: inout Canvas, in rect: CellRect) {
        canvas.rule(rect, "found")
        let inside = rect.rows(1..<rect.height).part(from: 1, width: rect.width - 1)
        if view.findings.isEmpty { canvas.put("nothing yet", in: inside, .faint) }
        let width = nameWidth(view)
        for (row, finding) in view.findings.suffix(inside.height).enumerated() {
            canvas.put(finding.name, in: inside, row: row, .faint)
            canvas.put(finding.text, in: inside, row: row, column: width)
        }
    }

    /// The cells of the column with the names of what was found.
    private func nameWidth(_ view: WizardView) -> Int {
        (view.findings.map { CellWidth.cells($0.name) }.max() ?? 0) + 2
    }

    private func drawAxes(_ view: WizardView, on canvas: inout Canvas, in rect: CellRect) {
        canvas.rule(rect, "what moves")
        let inside = rect.rows(1..<rect.height).part(from: 1, width: rect.width - 1)
        let width = (view.axes.map { CellWidth.cells($0.name) }.max() ?? 0) + 1
        for (row, axis) in view.axes.prefix(max(0, inside.height - 1)).enumerated() {
            canvas.put(axis.name, in: inside, row: row, axis.isIgnored ? .faint : .plain)
            MeterBar(axis.isIgnored ? 0 : axis.value, isPosition: false)
                .draw(on: &canvas, in: inside, row: row, column: width, width: Self.barWidth)
            let text = axis.isIgnored ? "left out" : "\(Int((axis.value * 100).rounded())) %"
            canvas.put(text, in: inside, row: row, column: width + Self.barWidth + 1)
        }
        let row = min(view.axes.count, inside.height - 1)
        if !view.keysDown.isEmpty {
            canvas.put(view.keysDown.joined(separator: " "), in: inside, row: row, .live)
        } else if view.axes.isEmpty {
            canvas.put("nothing", in: inside, .faint)
        }
    }

    private func drawReport(_ view: WizardView, on canvas: inout Canvas, in rect: CellRect) {
        var row = 1
        for line in view.report {
            for part in line.isEmpty ? [""] : wrapped(line, rect.width - 2) where row < rect.height {
                canvas.put(part, in: rect, row: row, column: 1)
                row += 1
            }
        }
    }

    private func drawKeys(_ view: WizardView, on canvas: inout Canvas) {
        let rect = CellRect(column: 0, row: size.rows - 1, width: size.columns, height: 1)
        var column = 1
        for (key, action) in view.keys {
            column = canvas.put(key, in: rect, column: column, .strong) + 1
            column = canvas.put(action, in: rect, column: column) + 2
        }
    }

    /// The text in lines of at most so many cells, broken at spaces; the indentation stays.
    private func wrapped(_ text: String, _ width: Int) -> [String] {
        guard width > 0 else { return [] }
        let text = CellWidth.printable(text, isUnicode: style.isUnicode)
        guard CellWidth.cells(text) > width else { return text.isEmpty ? [] : [text] }
        var lines: [String] = []
        var line = String(text.prefix { $0 == " " })
        var isFirst = true
        for word in text.split(separator: " ") {
            if !isFirst, CellWidth.cells(line) + 1 + CellWidth.cells(word) > width {
                lines.append(line)
                line = String(word)
            } else {
                line += (isFirst ? "" : " ") + word
            }
            isFirst = false
        }
        return isFirst ? [] : lines + [line]
    }
}
