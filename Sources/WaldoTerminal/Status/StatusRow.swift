/// One row of the status, ready to be written, and built from left to right: what would run over its width is cut off
/// with a `~`.
struct StatusRow: Equatable, Sendable {
    /// How a part of a row stands out. What matters is said in words too.
    enum Emphasis: Sendable {
        case plain, good, warning, bad
        /// Cannot be missed: reverse video.
        case loudWarning, alarm
    }

    /// The row with its escape sequences.
    private(set) var text = ""
    /// The cells that it takes, `columns` at most.
    private(set) var width = 0

    private let columns: Int
    private let style: TerminalStyle
    private var isCut = false

    /// An empty row of `columns` cells at most.
    init(columns: Int, style: TerminalStyle) {
        self.columns = columns
        self.style = style
    }

    /// Adds a text, made printable.
    mutating func add(_ addition: some StringProtocol, _ emphasis: Emphasis = .plain) {
        guard !isCut, !addition.isEmpty else { return }
        let code = code(emphasis)
        if let code { text += "\u{1B}[\(code)m" }
        for scalar in addition.unicodeScalars where !isCut { add(scalar) }
        if code != nil { text += "\u{1B}[0m" }
    }

    /// Adds spaces up to a column, and one at least.
    mutating func tab(to column: Int) {
        add(String(repeating: " ", count: max(1, min(column, columns) - width)))
    }

    private mutating func add(_ scalar: Unicode.Scalar) {
        var shown = ""
        CellWidth.appendPrintable(scalar, isUnicode: style.isUnicode, to: &shown)
        let cells = shown.unicodeScalars.reduce(0) { $0 + CellWidth.of($1) }
        // The last cell is kept for the mark of a cut, so that it always finds room.
        if width + cells < columns {
            text += shown
            width += cells
        } else {
            isCut = true
            text += "~"
            width += 1
        }
    }

    private func code(_ emphasis: Emphasis) -> String? {
        switch (style.emphasis, emphasis) {
        case (.none, _), (_, .plain), (.monochrome, .good): nil
        case (.monochrome, .warning), (.monochrome, .bad): "1"
        case (.monochrome, .loudWarning), (.monochrome, .alarm): "1;7"
        case (.colour, .good): "32"
        case (.colour, .warning): "33"
        case (.colour, .bad): "31"
        case (.colour, .loudWarning): "1;30;43"
        case (.colour, .alarm): "1;37;41"
        }
    }

    /// Rows are equal when they look the same.
    static func == (a: Self, b: Self) -> Bool { a.text == b.text && a.width == b.width }
}
