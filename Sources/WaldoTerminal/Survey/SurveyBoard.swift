import WaldoCore

/// Lays out a survey without a drive as the rows of a terminal. Pure; the rows never exceed the terminal's width or
/// height.
///
/// Two bars at the top and the keys at the bottom are always there; between them come the streams, then the facts, then
/// the log, as far as there is space.
struct SurveyBoard {
    /// The column of the facts' texts.
    private static let label = 9
    /// The rows of the facts and the least ones of the log, each with its line.
    private static let facts = 5, leastLog = 2

    /// The least columns beside a QR code.
    private static let leastBeside = 36

    let size: TerminalSize
    let style: TerminalStyle

    /// The rows, from the top.
    /// - Parameter log: the log's lines, the newest last.
    func rows(_ view: SurveyView, log: [String]) -> [CellRow] {
        var canvas = Canvas(size, style)
        let frame = Dashboard(size: size, style: style)
        frame.drawBar(0, title(view), right: view.sensor, on: &canvas)
        guard size.rows > 1 else { return canvas.rows }
        frame.drawBar(1, state(view), right: time(view), on: &canvas)
        guard size.rows > 3 else { return canvas.rows }
        var below = CellRect(column: 0, row: 2, width: size.columns, height: size.rows - 3)
        if let code = rect(of: view.code, in: below) {
            for (row, line) in view.code.enumerated() { canvas.put(line, in: code, row: row) }
            below = below.part(from: 0, width: code.column - 1)
        }
        let parts = parts(view, in: below)
        drawStreams(view, on: &canvas, in: below.cutTop(1 + parts.streams))
        if parts.hasFacts { drawFacts(view, on: &canvas, in: below.cutTop(Self.facts)) }
        if below.height >= Self.leastLog { frame.drawLog(log, on: &canvas, in: below) }
        drawKeys(on: &canvas)
        return canvas.rows
    }

    /// What stays on the terminal after the end: the counts and the newest numbers.
    func remaining(_ view: SurveyView) -> [CellRow] {
        let count = view.streams.count + 1
        var canvas = Canvas(TerminalSize(columns: size.columns, rows: count), style)
        let rect = CellRect(column: 0, row: 0, width: size.columns, height: count)
        let counts = view.countTexts.map(\.text).joined(separator: ", ")
        let sensor = (view.transport == .simulated ? "SIMULATED " : "") + view.sensor
        canvas.put([sensor, counts].filter { !$0.isEmpty }.joined(separator: ": "), in: rect)
        StreamTable(view).draw(on: &canvas, in: rect.rows(1..<count).part(from: 2, width: size.columns - 2))
        return canvas.rows
    }

    // MARK: bars

    private func title(_ view: SurveyView) -> Banner {
        guard view.transport == .simulated else { return Banner("SURVEY", view.title, .calmBar) }
        let title = view.title.isEmpty ? "a survey" : "survey \(view.title)"
        return Banner("SIMULATED", title, .strong, isFilled: false)
    }

    /// What the operator has to know first.
    private func state(_ view: SurveyView) -> Banner {
        if !view.alarms.isEmpty { return Banner("ALARM", view.alarmText, view.alarmInk) }
        if view.isPaused { return Banner("PAUSED", "nothing is recorded until a page starts it", .warningBar) }
        switch view.link.phase {
        case .connected, .absent: break
        case .waiting, .noPort, .scanning, .connecting, .stalled, .lost:
            let text = [view.link.phase.label, view.link.summary].filter { !$0.isEmpty }.joined(separator: ": ")
            return Banner(view.link.phase == .lost ? "LINK LOST" : "NO LINK", text, .warningBar)
        }
        if view.isSilent { return Banner("SILENT", view.ageText.text, .warningBar) }
        if !view.problem.isEmpty { return Banner("NO RESULTS", view.problem, .warningBar) }
        if view.age == nil { return Banner("WAITING", view.ageText.text, .calmBar) }
        return Banner("HEARING", "the last message \(view.ageText.text)", .goodBar)
    }

    private func time(_ view: SurveyView) -> String {
        [view.elapsed, view.left.isEmpty ? "" : "\(view.left) left"].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    // MARK: parts

    /// What a height has space for: the rows of the streams, and whether the facts. The log gives way first.
    private func parts(_ view: SurveyView, in rect: CellRect) -> (streams: Int, hasFacts: Bool) {
        let table = StreamTable(view), width = rect.width - 2, height = rect.height
        for (rows, hasFacts) in [(Self.facts + Self.leastLog, true), (Self.facts, true), (0, false)] {
            let rest = height - 1 - rows
            guard rest > 0, let columns = table.columns(width: width, height: rest) else { continue }
            return (max(1, table.height(columns: columns)), hasFacts)
        }
        return (height - 1, false)
    }

    /// The rectangle of a QR code at the right edge, beside everything else; nil: there is none, or no room for all of
    /// it.
    private func rect(of code: [String], in rect: CellRect) -> CellRect? {
        let column = rect.width - (code.first?.count ?? 0)
        guard !code.isEmpty, style.isUnicode, column > Self.leastBeside, code.count <= rect.height else { return nil }
        return CellRect(column: column, row: rect.row, width: rect.width - column, height: code.count)
    }

    private func drawStreams(_ view: SurveyView, on canvas: inout Canvas, in rect: CellRect) {
        guard rect.height > 0 else { return }
        canvas.rule(rect, "streams")
        let inside = rect.rows(1..<rect.height).part(from: 1, width: rect.width - 2)
        if view.streams.isEmpty { canvas.put("none yet", in: inside, .faint) }
        StreamTable(view).draw(on: &canvas, in: inside)
    }

    private func drawFacts(_ view: SurveyView, on canvas: inout Canvas, in rect: CellRect) {
        canvas.rule(rect, "survey")
        let inside = rect.rows(1..<rect.height).part(from: 1, width: rect.width - 2)
        let link =
            view.link.phase == .absent
            ? "none: override"
            : view.transport == .simulated
                ? "simulated, \(view.link.phase.label)" : view.link.phase.label
        let position = view.position ?? SurveyView.Position("not asked for")
        let facts: [(String, [InkedText])] = [
            ("link", [(link, view.link.phase.ink), (view.link.summary, .plain)]),
            ("place", [(position.text, position.isDoubtful ? .warning : .plain)]),
            ("account", view.countTexts + [view.ageText]),
            ("kept", [view.storeText]),
        ]
        for (row, (name, texts)) in facts.enumerated() {
            canvas.put(name, in: inside, row: row, .faint)
            var column = Self.label
            for text in texts where !text.text.isEmpty {
                column = canvas.put(text.text, in: inside, row: row, column: column, text.ink) + 2
            }
        }
    }

    private func drawKeys(on canvas: inout Canvas) {
        let rect = CellRect(column: 0, row: size.rows - 1, width: size.columns, height: 1)
        var column = 1
        for (key, action) in [("q", "ends"), ("Ctrl-C", "ends"), ("Ctrl-Z", "suspends")] {
            column = canvas.put(key, in: rect, column: column, .strong) + 1
            column = canvas.put(action, in: rect, column: column) + 2
        }
    }
}
