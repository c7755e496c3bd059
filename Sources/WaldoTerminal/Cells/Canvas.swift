/// A grid of cells to draw on. Anything outside it is clipped.
struct Canvas {
    let style: TerminalStyle
    private(set) var rows: [CellRow]

    /// A blank screen.
    init(_ size: TerminalSize, _ style: TerminalStyle) {
        self.style = style
        rows = (0..<size.rows).map { _ in CellRow(columns: size.columns, style: style) }
    }

    /// Writes text into a row of `place`, starting at `column`.
    /// - Returns: the column after the text, relative to the place.
    @discardableResult
    mutating func put(
        _ text: some StringProtocol, in place: Place, row: Int = 0, column: Int = 0, _ ink: Ink = .plain
    ) -> Int {
        guard row >= 0, row < place.height, rows.indices.contains(place.row + row) else { return column }
        let end = rows[place.row + row]
            .put(text, at: place.column + column, upTo: place.column + place.width, ink)
        return end - place.column
    }

    /// Sets one cell of a place; a cell outside the place is ignored.
    mutating func set(_ scalar: Unicode.Scalar, in place: Place, row: Int, column: Int, _ ink: Ink) {
        guard row >= 0, row < place.height, column >= 0, column < place.width else { return }
        rows[place.row + row].set(place.column + column, scalar, ink)
    }

    /// Sets the ink of a whole row.
    mutating func paint(row: Int, _ ink: Ink) { rows[row].paint(ink) }

    /// Sets the ink of all cells of a place.
    mutating func paint(_ place: Place, _ ink: Ink) {
        for row in (place.row..<(place.row + place.height)).clamped(to: rows.indices) {
            rows[row].paint(place.column..<(place.column + place.width), ink)
        }
    }

    /// Draws a frame with a title.
    mutating func frame(_ place: Place, _ title: String) {
        let signs = style.isUnicode ? ["┌", "─", "┐", "│", "└", "┘"] : ["+", "-", "+", "|", "+", "+"]
        let line = String(repeating: signs[1], count: place.width - 2)
        put(signs[0] + line + signs[2], in: place, .faint)
        for row in 1..<(place.height - 1) {
            put(signs[3], in: place, row: row, .faint)
            put(signs[3], in: place, row: row, column: place.width - 1, .faint)
        }
        put(signs[4] + line + signs[5], in: place, row: place.height - 1, .faint)
        put(" \(title) ", in: place.part(from: 0, width: place.width - 1), column: 2, .strong)
    }

    /// Draws a horizontal line over the first row of a place, with a title.
    mutating func rule(_ place: Place, _ title: String) {
        guard place.height > 0 else { return }
        put(String(repeating: style.isUnicode ? "─" : "-", count: max(0, place.width)), in: place, .faint)
        put(" \(title) ", in: place, column: 2, .strong)
    }
}
