/// One row of a terminal, cell by cell. Text that does not fit is cut off with a `~`.
package struct CellRow: Equatable, Sendable {
    struct Cell: Equatable, Sendable {
        /// NUL in the second cell of a character that is two cells wide.
        var scalar: Unicode.Scalar = " "
        var ink = Ink.plain

        static let blank = Cell()
    }

    private(set) var cells: [Cell]
    private let isUnicode: Bool
    /// The column at which `add` continues.
    private(set) var end = 0

    /// A blank row.
    package init(columns: Int, style: TerminalStyle) {
        cells = [Cell](repeating: .blank, count: columns)
        isUnicode = style.isUnicode
    }

    // MARK: writing

    /// Writes text, made printable, into the cells from `start` up to but not including `limit`.
    /// - Returns: the column after the text.
    @discardableResult
    package mutating func put(
        _ text: some StringProtocol, at start: Int, upTo limit: Int = .max, _ ink: Ink = .plain
    ) -> Int {
        let limit = min(limit, cells.count), start = max(0, start)
        guard !text.isEmpty, limit > 0 else { return start }
        var column = start
        for scalar in text.unicodeScalars {
            var shown = ""
            CellWidth.appendPrintable(scalar, isUnicode: isUnicode, to: &shown)
            for scalar in shown.unicodeScalars {
                let width = CellWidth.of(scalar)
                guard column + width <= limit else { return cut(before: limit, ink) }
                set(column, scalar, ink)
                if width == 2 { cells[column + 1] = Cell(scalar: "\0", ink: ink) }
                column += width
            }
        }
        end = max(end, column)
        return column
    }

    /// Appends text after what was written last.
    mutating func add(_ text: some StringProtocol, _ ink: Ink = .plain) { end = put(text, at: end, ink) }

    /// Moves the end to `column`, or one cell past the present end if that is further right.
    mutating func tab(to column: Int) { end = min(cells.count, max(end + 1, column)) }

    /// Sets the ink of all cells.
    package mutating func paint(_ ink: Ink) { for column in cells.indices { cells[column].ink = ink } }

    /// Sets the ink of the cells in these columns.
    mutating func paint(_ columns: Range<Int>, _ ink: Ink) {
        for column in columns.clamped(to: cells.indices) { cells[column].ink = ink }
    }

    /// Sets one cell. Overwriting the second half of a wide character blanks its first half.
    mutating func set(_ column: Int, _ scalar: Unicode.Scalar, _ ink: Ink) {
        if cells[column].scalar == "\0", column > 0 { cells[column - 1].scalar = " " }
        cells[column] = Cell(scalar: scalar, ink: ink)
    }

    private mutating func cut(before limit: Int, _ ink: Ink) -> Int {
        set(limit - 1, "~", ink)
        end = max(end, limit)
        return limit
    }

    // MARK: reading

    /// Number of cells in use: trailing blanks do not count.
    var width: Int { (cells.lastIndex { $0 != .blank } ?? -1) + 1 }

    /// The row's text, without escape sequences.
    package var text: String {
        var text = ""
        for cell in cells[..<width] where cell.scalar != "\0" { text.unicodeScalars.append(cell.scalar) }
        return text
    }

    /// The row's text with the escape sequences that colour it. After a character whose width terminals disagree on,
    /// the column is set explicitly, so that later text stays aligned.
    package func encoded(_ emphasis: TerminalStyle.Emphasis) -> String {
        guard emphasis != .none else { return text }
        var text = isCertain ? "" : "\u{1B}[2K"
        var ink = Ink.plain
        var isColumnSure = true
        for (column, cell) in cells[..<width].enumerated() where cell.scalar != "\0" {
            if !isColumnSure { text += "\u{1B}[\(column + 1)G" }
            if cell.ink != ink {
                let code = cell.ink.code(emphasis)
                if code != ink.code(emphasis) { text += code.map { "\u{1B}[0;\($0)m" } ?? "\u{1B}[0m" }
                ink = cell.ink
            }
            text.unicodeScalars.append(cell.scalar)
            isColumnSure = CellWidth.isCertain(cell.scalar)
        }
        if ink.code(emphasis) != nil { text += "\u{1B}[0m" }
        return width < cells.count ? text + "\u{1B}[K" : text
    }

    private var isCertain: Bool { cells.allSatisfy { $0.scalar == "\0" || CellWidth.isCertain($0.scalar) } }

    /// Compares the visible cells only, not where `add` continues.
    package static func == (a: Self, b: Self) -> Bool { a.cells == b.cells }
}
