/// A grid of cells to draw on. Anything outside it is clipped.
struct Canvas {
    let style: TerminalStyle
    private(set) var rows: [CellRow]

    /// A blank screen.
    init(_ size: TerminalSize, _ style: TerminalStyle) {
        self.style = style
        rows = (0..<size.rows).map { _ in CellRow(columns: size.columns, style: style) }
    }

    /// Writes text into a row of `rect`, starting at `column`.
    /// - Returns: the column after the text, relative to the rectangle.
    @discardableResult
    mutating func put(
        _ text: some StringProtocol, in rect: CellRect, row: Int = 0, column: Int = 0, _ ink: Ink = .plain
    ) -> Int {
        guard row >= 0, row < rect.height, rows.indices.contains(rect.row + row) else { return column }
        let end = rows[rect.row + row]
            .put(text, at: rect.column + column, upTo: rect.column + rect.width, ink)
        return end - rect.column
    }

    /// Sets one cell of a rectangle; a cell outside the rectangle is ignored.
    mutating func set(_ scalar: Unicode.Scalar, in rect: CellRect, row: Int, column: Int, _ ink: Ink) {
        guard row >= 0, row < rect.height, column >= 0, column < rect.width else { return }
        rows[rect.row + row].set(rect.column + column, scalar, ink)
    }

    /// Sets the ink of a whole row.
    mutating func paint(row: Int, _ ink: Ink) { rows[row].paint(ink) }

    /// Sets the ink of all cells of a rectangle.
    mutating func paint(_ rect: CellRect, _ ink: Ink) {
        for row in (rect.row..<(rect.row + rect.height)).clamped(to: rows.indices) {
            rows[row].paint(rect.column..<(rect.column + rect.width), ink)
        }
    }

    /// Draws a frame with a title.
    mutating func frame(_ rect: CellRect, _ title: String) {
        let signs = style.isUnicode ? ["┌", "─", "┐", "│", "└", "┘"] : ["+", "-", "+", "|", "+", "+"]
        let line = String(repeating: signs[1], count: rect.width - 2)
        put(signs[0] + line + signs[2], in: rect, .faint)
        for row in 1..<(rect.height - 1) {
            put(signs[3], in: rect, row: row, .faint)
            put(signs[3], in: rect, row: row, column: rect.width - 1, .faint)
        }
        put(signs[4] + line + signs[5], in: rect, row: rect.height - 1, .faint)
        put(" \(title) ", in: rect.part(from: 0, width: rect.width - 1), column: 2, .strong)
    }

    /// Draws a horizontal line over the first row of a rectangle, with a title.
    mutating func rule(_ rect: CellRect, _ title: String) {
        guard rect.height > 0 else { return }
        put(String(repeating: style.isUnicode ? "─" : "-", count: max(0, rect.width)), in: rect, .faint)
        put(" \(title) ", in: rect, column: 2, .strong)
    }
}
