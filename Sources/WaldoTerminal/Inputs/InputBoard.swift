import WaldoCore

/// Lays out a watched input as the rows of a terminal. Pure; the rows never exceed the terminal's width or height.
///
/// Two bars at the top are always there, and what ends the watch at the bottom; between them come the axes, the keys
/// and the numbers that would be sent, as far as there is space.
struct InputBoard {
    /// The blank cells between two columns of keys.
    static let gap = 3
    /// The column of the bars' texts.
    private static let barText = 11

    let size: TerminalSize
    let style: TerminalStyle

    /// The rows, from the top.
    func rows(_ view: InputView) -> [CellRow] {
        var canvas = Canvas(size, style)
        let frame = Dashboard(size: size, style: style)
        frame.drawBar(0, Banner("INPUT", title(view), .calmBar), right: node(view), on: &canvas)
        guard size.rows > 1 else { return canvas.rows }
        let profile = view.profile.isEmpty ? "" : "profile \(view.profile)"
        frame.drawBar(1, banner(view.state), right: profile, on: &canvas)
        guard size.rows > 3 else { return canvas.rows }
        var below = CellRect(column: 0, row: 2, width: size.columns, height: size.rows - 3)
        let more = Self.more(of: view.state).map { Self.lines(of: $0, width: size.columns - 2) } ?? []
        for line in more where below.height > 4 { canvas.put(line, in: below.cutTop(1), column: 1) }
        let columns = keyColumns(view.keys, width: size.columns - 2)
        let keys = view.keys.isEmpty ? 0 : 1 + (view.keys.count + columns - 1) / columns
        let sent = view.channels.isEmpty ? 0 : 2
        let axes = view.axes.isEmpty ? 0 : 1 + view.axes.count
        // The numbers go first, then the keys down to two rows, then the axes.
        let isWhole = axes + keys + sent <= below.height
        let leastKeys = min(keys, 3)
        let axesShare = min(axes, max(below.height - leastKeys - (isWhole ? sent : 0), 2))
        drawAxes(view.axes, on: &canvas, in: below.cutTop(axesShare))
        drawKeys(view.keys, columns, on: &canvas, in: below.cutTop(min(keys, below.height - (isWhole ? sent : 0))))
        if below.height >= sent, sent > 0 { drawChannels(view.channels, on: &canvas, in: below.cutTop(sent)) }
        drawEnd(on: &canvas)
        return canvas.rows
    }

    /// What stays on the terminal after the end: the input, and each of its axes as it stood last.
    func remaining(_ view: InputView) -> [CellRow] {
        var canvas = Canvas(TerminalSize(columns: size.columns, rows: 1 + view.axes.count), style)
        let rect = CellRect(column: 0, row: 0, width: size.columns, height: 1 + view.axes.count)
        canvas.put(title(view), in: rect)
        drawAxisRows(
            view.axes[...], on: &canvas, in: rect.rows(1..<rect.height).part(from: 2, width: size.columns - 2))
        return canvas.rows
    }

    private func title(_ view: InputView) -> String {
        view.name
            + (view.mapping.isEmpty
                ? "" : " by the mapping \(style.isUnicode ? "“" : "\"")\(view.mapping)\(style.isUnicode ? "”" : "\"")")
    }

    private func node(_ view: InputView) -> String { view.path.split(separator: "/").last.map(String.init) ?? "" }

    private func banner(_ state: InputView.State) -> Banner {
        switch state {
        case .unmapped: Banner("NO MAPPING", "raw numbers alone", .warningBar)
        case .refused: Banner("REFUSED", "the mapping does not suit this input", .warningBar)
        case .stopped(let text): Banner("STOPPED", text, .alarmBar)
        case .waiting(let gate): Banner("WAITING", gate.text(columns: size.columns - Self.barText), .warningBar)
        case .ready: Banner("READY", "move a control", .good, isFilled: false)
        case .moving: Banner("MOVING", "a drive would send this", .goodBar)
        case .lost(let text): Banner("LOST", text, .alarmBar)
        }
    }

    /// What does not fit into the bar.
    private static func more(of state: InputView.State) -> String? {
        switch state {
        case .unmapped(let text), .refused(let text): text
        case .stopped, .waiting, .ready, .moving, .lost: nil
        }
    }

    private static func lines(of text: String, width: Int) -> [String] {
        text.split(separator: " ").reduce(into: [String]()) { lines, word in
            if let last = lines.last, CellWidth.cells(last) + 1 + CellWidth.cells(word) <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
    }

    private func drawEnd(on canvas: inout Canvas) {
        let rect = CellRect(column: 0, row: size.rows - 1, width: size.columns, height: 1)
        var column = 1
        for (key, action) in [("Ctrl-C", "ends"), ("Ctrl-Z", "suspends")] {
            column = canvas.put(key, in: rect, column: column, .strong) + 1
            column = canvas.put(action, in: rect, column: column) + 2
        }
    }

    // MARK: axes

    private func drawAxes(_ axes: [InputView.Axis], on canvas: inout Canvas, in rect: CellRect) {
        guard rect.height > 0 else { return }
        let inside = rect.rows(1..<rect.height).part(from: 1, width: rect.width - 2)
        let shown = axes.prefix(inside.height)
        let columns = InputColumns(axes, width: inside.width)
        canvas.rule(rect.rows(0..<1), shown.count < axes.count ? "axes, \(axes.count - shown.count) more" : "axes")
        func head(_ text: String, at column: Int, width: Int) {
            guard width > CellWidth.cells(text), column > 20 else { return }
            canvas.put(" \(text) ", in: rect, column: inside.column + column - 1, .strong)
        }
        head("range", at: columns.barStart, width: columns.bar)
        head("result", at: columns.resultStart, width: columns.result)
        head("moves", at: columns.movesStart, width: columns.moves)
        drawAxisRows(shown, on: &canvas, in: inside)
    }

    private func drawAxisRows(_ axes: ArraySlice<InputView.Axis>, on canvas: inout Canvas, in rect: CellRect) {
        let columns = InputColumns(Array(axes), width: rect.width)
        for (row, axis) in axes.enumerated() { draw(axis, columns, on: &canvas, in: rect, row: row) }
    }

    private func draw(
        _ axis: InputView.Axis, _ columns: InputColumns, on canvas: inout Canvas, in rect: CellRect, row: Int
    ) {
        let isRead = axis.result != nil
        canvas.put(axis.name, in: rect.part(from: 0, width: columns.name), row: row, isRead ? .plain : .faint)
        if columns.code > 0 {
            canvas.put(axis.code, in: rect, row: row, column: columns.name > 0 ? columns.name + 1 : 0, .faint)
        }
        let number = "\(axis.raw)"
        canvas.put(number, in: rect, row: row, column: columns.rawStart + columns.raw - number.utf8.count, .strong)
        AxisBar(axis).draw(on: &canvas, in: rect, row: row, column: columns.barStart, width: columns.bar)
        guard columns.result > 0 else { return }
        if !axis.note.isEmpty {
            let part = rect.part(from: 0, width: columns.resultStart + columns.result)
            canvas.put(axis.note, in: part, row: row, column: columns.resultStart, .warning)
        } else if let result = axis.result {
            canvas.put(NumberText.fixed(result), in: rect, row: row, column: columns.resultStart, .strong)
            if columns.resultBar > 0 {
                MeterBar(result, isPosition: false).draw(
                    on: &canvas, in: rect, row: row, column: columns.resultStart + 6, width: columns.resultBar)
            }
        }
        let moves = rect.part(from: 0, width: columns.movesStart + columns.moves)
        guard columns.moves > 0 else { return }
        canvas.put(
            axis.moves.isEmpty ? "nothing" : axis.moves, in: moves, row: row, column: columns.movesStart,
            axis.moves.isEmpty ? .faint : .plain)
    }

    // MARK: what would be sent

    private func drawChannels(_ channels: [InputView.Channel], on canvas: inout Canvas, in rect: CellRect) {
        canvas.rule(rect.rows(0..<1), "a drive would send")
        var column = 1
        for channel in channels {
            column = canvas.put(channel.name, in: rect, row: 1, column: column, .faint) + 1
            column = canvas.put(channel.number.text, in: rect, row: 1, column: column, .strong) + 3
        }
    }
}
