import WaldoCore

/// The lists: frames sent, the log, and what the keys do.
extension Dashboard {
    private static let channelColumn = 13, leastName = 6, actionColumn = 16
    /// The cells of a frame's bytes before their text, and those of narrow lists.
    private static let bytesWidth = 23, fewBytesWidth = 13, narrow = 60

    /// - Parameter words: what stands at the right of the line above them.
    func drawFrames(_ view: DashboardView, on canvas: inout Canvas, in rect: CellRect, beside words: String) {
        let title =
            switch view.status.transport {
            case .shield, .serial: "on the wire"
            case .override: "would be on the wire"
            case .simulated: "to the simulated arm"
            }
        drawRule(title, words, on: &canvas, in: rect)
        let list = rect.rows(1..<rect.height)
        if view.frames.isEmpty { canvas.put("nothing yet", in: list, column: Self.channelColumn, .faint) }
        let shown = view.frames.suffix(list.height)
        let name = view.frames.map { CellWidth.cells($0.channel) }.max() ?? 0
        let bytes = Self.channelColumn + max(Self.leastName, min(name, rect.width / 3)) + 2
        let text = bytes + (rect.width < Self.narrow ? Self.fewBytesWidth : Self.bytesWidth)
        // Where a row has no space for both, the text says more than the bytes.
        let isTextAlone = shown.contains { sent in
            guard let signs = SafeText.frame(sent.frame.bytes) else { return false }
            return max(bytes + sent.frame.bytes.count * 3 + 1, text) + signs.utf8.count + 2 > rect.width
        }
        for (row, sent) in shown.enumerated() {
            let ink = row == shown.count - 1 ? Ink.strong : .plain
            let time = NumberText.seconds(sent.at) + " s"
            canvas.put(time, in: list, row: row, column: max(0, Self.channelColumn - 2 - time.utf8.count), ink)
            let names = list.part(from: 0, width: bytes - 1)
            canvas.put(sent.channel, in: names, row: row, column: Self.channelColumn, ink)
            let signs = SafeText.frame(sent.frame.bytes)
            if isTextAlone, let signs {
                canvas.put("\"\(signs)\"", in: list, row: row, column: bytes, ink)
                continue
            }
            let hex = NumberText.hex(sent.frame, cells: rect.width - bytes - 1)
            let end = canvas.put(hex, in: list, row: row, column: bytes, ink)
            if let signs { canvas.put("\"\(signs)\"", in: list, row: row, column: max(end + 2, text), ink) }
        }
    }

    /// - Parameter words: what stands at the right of the line above it.
    func drawLog(_ log: [String], on canvas: inout Canvas, in rect: CellRect, beside words: String = "") {
        drawRule("log", words, on: &canvas, in: rect)
        guard rect.height > 1 else { return }
        let list = rect.rows(1..<rect.height)
        for (row, line) in Self.wrapped(log, width: list.width - 2, rows: list.height, style).enumerated() {
            canvas.put(line, in: list, row: row, column: 1)
        }
    }

    private func drawRule(_ title: String, _ words: String, on canvas: inout Canvas, in rect: CellRect) {
        canvas.rule(rect, title)
        guard !words.isEmpty else { return }
        let least = title.count + 6
        canvas.put(" \(words) ", in: rect, column: max(least, rect.width - CellWidth.cells(words) - 4))
    }

    /// The mapping's keys in one row and the terminal's in another, or all of them in both rows.
    func drawKeys(_ view: DashboardView, on canvas: inout Canvas) {
        let rows = KeyRows.footer(view, columns: size.columns - 1)
        for (row, keys) in rows.enumerated() {
            let rect = CellRect(column: 0, row: size.rows - rows.count + row, width: size.columns, height: 1)
            var column = 1
            for key in keys {
                column = canvas.put(key.names.first ?? "", in: rect, column: column, .strong) + 1
                column = canvas.put(key.action, in: rect, column: column) + 2
            }
        }
    }

    func drawHelp(_ view: DashboardView, on canvas: inout Canvas, in rect: CellRect) {
        guard rect.height > 1 else { return }
        canvas.rule(rect, "what each key does")
        let list = rect.rows(1..<rect.height)
        // The mapping's keys take as many columns as they need, up to three.
        let mapped = min(3, max(1, (view.mappedKeys.count + list.height - 2) / max(1, list.height - 1)))
        let lists = (0..<mapped).map { view.mappedKeys.dropFirst($0 * (list.height - 1)) } + [view.terminalKeys[...]]
        let parts = lists.map { $0.prefix(list.height - 1) }
        let widths = Self.widths(of: parts, in: list.width)
        var left = 1
        for (index, shown) in parts.enumerated() {
            let column = list.part(from: left, width: widths[index] - 2)
            left += widths[index]
            let title = index == mapped ? "terminal" : index == 0 ? view.status.input.mapping : ""
            canvas.put(title, in: column, .faint)
            let widest = shown.map { CellWidth.cells($0.names.joined(separator: ", ")) }.max() ?? 0
            let actions = mapped == 1 ? min(max(Self.actionColumn, widest + 2), column.width / 2) : 0
            for (row, key) in shown.enumerated() {
                // Other names for the same and the kernel's give way to what a key does.
                let all = key.names.joined(separator: ", "), action = CellWidth.cells(key.action)
                let hasAll = CellWidth.cells(all) + 1 + action <= column.width
                var end = canvas.put(hasAll ? all : key.names.first ?? "", in: column, row: row + 1, .strong)
                let start = max(end + 1, min(actions, column.width - action))
                end = canvas.put(key.action, in: column, row: row + 1, column: start)
                if !key.codes.isEmpty, end + 2 + CellWidth.cells(key.codes) <= column.width {
                    canvas.put(key.codes, in: column, row: row + 1, column: end + 2, .faint)
                }
            }
        }
    }

    /// What each column of keys needs for a key's first name and what it does, and an even part of the rest.
    private static func widths(of columns: [ArraySlice<DashboardView.KeyHelp>], in width: Int) -> [Int] {
        let least = columns.map { keys in
            3 + (keys.map { CellWidth.cells($0.names.first ?? "") + CellWidth.cells($0.action) }.max() ?? 0)
        }
        let spare = width - least.reduce(0, +)
        return least.map { spare >= 0 ? $0 + spare / columns.count : width / columns.count }
    }

    // MARK: wrapping

    /// Wraps lines at spaces and returns the last `rows` rows. Continuation rows are indented by the width of a line's
    /// timestamp.
    static func wrapped(_ lines: [String], width: Int, rows: Int, _ style: TerminalStyle) -> [String] {
        var result: [[String]] = []
        var count = 0
        for line in lines.reversed() where count < rows {
            let broken = wrapped(CellWidth.printable(line, isUnicode: style.isUnicode), width: width)
            result.append(broken)
            count += broken.count
        }
        return result.reversed().joined().suffix(max(0, rows))
    }

    private static let indent = 9

    private static func wrapped(_ line: String, width: Int) -> [String] {
        var rows: [String] = [], row = "", used = 0
        func cells(_ text: Substring) -> Int { text.unicodeScalars.reduce(0) { $0 + CellWidth.of($1) } }
        func breakRow() {
            rows.append(row)
            let indent = width > 3 * Self.indent ? Self.indent : 0
            (row, used) = (String(repeating: " ", count: indent), indent)
        }
        for word in line.split(separator: " ", omittingEmptySubsequences: false) {
            if used + cells(word) > width, used > 0, row.contains(where: { $0 != " " }) {
                breakRow()
                // An address that fits into a row without an indent is whole there: people copy it.
                if used + cells(word) > width, cells(word) <= width { (row, used) = ("", 0) }
            }
            for scalar in word.unicodeScalars {
                if used + CellWidth.of(scalar) > width { breakRow() }
                row.unicodeScalars.append(scalar)
                used += CellWidth.of(scalar)
            }
            if used < width {
                row += " "
                used += 1
            }
        }
        return rows + [row]
    }
}
