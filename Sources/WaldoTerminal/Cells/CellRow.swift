/// One row of a terminal, cell by cell. What would run over its place is cut off with a `~`.
struct CellRow: Equatable, Sendable {
    struct Cell: Equatable, Sendable {
        /// NUL in the second cell of what is two cells wide.
        var scalar: Unicode.Scalar = " "
        var ink = Ink.plain

        static let blank = Cell()
    }

    private(set) var cells: [Cell]
    private let isUnicode: Bool
    /// Where `add` goes on.
    private(set) var end = 0

    /// A blank row.
    init(columns: Int, style: TerminalStyle) {
        cells = [Cell](repeating: .blank, count: columns)
        isUnicode = style.isUnicode
    }

    // MARK: writing

    /// Puts a text, made printable, into the cells from `start` to before `limit`; gives the cell behind it.
    @discardableResult
    mutating func put(_ text: some StringProtocol, at start: Int, upTo limit: Int = .max, _ ink: Ink = .plain) -> Int {
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

    /// Adds a text behind what stands there.
    mutating func add(_ text: some StringProtocol, _ ink: Ink = .plain) { end = put(text, at: end, ink) }

    /// Goes on at a column, and one behind the end at least.
    mutating func tab(to column: Int) { end = min(cells.count, max(end + 1, column)) }

    /// Gives all cells an ink.
    mutating func paint(_ ink: Ink) { for column in cells.indices { cells[column].ink = ink } }

    /// Sets one cell.
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

    /// The cells that it takes, blanks at its end left out.
    var width: Int { (cells.lastIndex { $0 != .blank } ?? -1) + 1 }

    /// Its text, without escape sequences.
    var text: String {
        var text = ""
        for cell in cells[..<width] where cell.scalar != "\0" { text.unicodeScalars.append(cell.scalar) }
        return text
    }

    /// Its text with the escape sequences that colour it. Behind a sign that terminals do not agree on, the column is
    /// set anew, so that nothing else is out of place.
    func encoded(_ emphasis: TerminalStyle.Emphasis) -> String {
        guard emphasis != .none else { return text }
        var text = isCertain ? "" : "\u{1B}[2K"
        var ink = Ink.plain
        var isPlaceSure = true
        for (column, cell) in cells[..<width].enumerated() where cell.scalar != "\0" {
            if !isPlaceSure { text += "\u{1B}[\(column + 1)G" }
            if cell.ink != ink {
                let code = cell.ink.code(emphasis)
                if code != ink.code(emphasis) { text += code.map { "\u{1B}[0;\($0)m" } ?? "\u{1B}[0m" }
                ink = cell.ink
            }
            text.unicodeScalars.append(cell.scalar)
            isPlaceSure = CellWidth.isCertain(cell.scalar)
        }
        if ink.code(emphasis) != nil { text += "\u{1B}[0m" }
        return width < cells.count ? text + "\u{1B}[K" : text
    }

    private var isCertain: Bool { cells.allSatisfy { $0.scalar == "\0" || CellWidth.isCertain($0.scalar) } }

    /// Rows are equal when they look the same.
    static func == (a: Self, b: Self) -> Bool { a.cells == b.cells }
}
