/// What stands on the terminal and what shall stand there: rows that fill the alternate screen. Pure: it composes the
/// bytes that lead from one to the other.
///
/// The alternate screen leaves the shell's own lines as they are however often the window changes its size; what was
/// said meanwhile is written below them when it is left (`TerminalMode`). A dumb terminal has one row instead, which is
/// written over, and lines are printed above it.
struct Screen {
    /// Lines kept for a dumb terminal that takes nothing; more are counted and left out.
    static let waitingLines = 200

    /// Takes the alternate screen, without a cursor, without wrapping, and without turning the mouse's wheel into arrow
    /// keys, which would move the arm.
    static let enter = "\u{1B}[?1049h\u{1B}[?1007s\u{1B}[?1007l\u{1B}[?25l\u{1B}[?7l"
    /// Gives all of it back. A console without an alternate screen is cleared.
    static let leave = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1007r\u{1B}[H\u{1B}[J\u{1B}[?1049l"

    private let style: TerminalStyle
    private var wanted: [CellRow] = []
    private var painted: [CellRow] = []
    private var paintedSize: TerminalSize?
    private var lines: [String] = []
    private var leftOut = 0

    /// A screen of which nothing is ours yet.
    init(style: TerminalStyle) { self.style = style }

    /// Sets the rows that shall stand there, from the top.
    mutating func show(_ rows: [CellRow]) { wanted = rows }

    /// Adds a line above a dumb terminal's row, made printable.
    mutating func print(_ line: String) {
        guard lines.count < Self.waitingLines else { return leftOut += 1 }
        lines.append(CellWidth.printable(line, isUnicode: style.isUnicode))
    }

    /// Somebody else has written meanwhile: nothing that was painted is there any more, and nothing is wanted yet.
    mutating func forget() { (wanted, painted, paintedSize) = ([], [], nil) }

    /// Appends the bytes that bring the terminal up to date; false: it is.
    mutating func compose(_ size: TerminalSize, into bytes: inout [UInt8]) -> Bool {
        if style.emphasis == .none { return composeDumb(into: &bytes) }
        let isNew = paintedSize != size
        guard !wanted.isEmpty, isNew || wanted != painted else { return false }
        // Rows that were made for another size: those for this one are on their way.
        guard wanted.count <= size.rows, wanted.allSatisfy({ $0.cells.count == size.columns }) else { return false }
        if isNew { bytes.append(contentsOf: "\u{1B}[H\u{1B}[2J".utf8) }
        for (index, row) in wanted.enumerated() {
            let before = isNew || !painted.indices.contains(index) ? nil : painted[index]
            if row == before || before == nil && row.width == 0 { continue }
            bytes.append(contentsOf: ("\u{1B}[\(index + 1);1H" + row.encoded(style.emphasis)).utf8)
        }
        for index in painted.indices.dropFirst(wanted.count) where !isNew {
            bytes.append(contentsOf: "\u{1B}[\(index + 1);1H\u{1B}[2K".utf8)
        }
        (painted, paintedSize) = (wanted, size)
        return true
    }

    /// Without escape sequences one row can be written over, with spaces where the old one was longer.
    private mutating func composeDumb(into bytes: inout [UInt8]) -> Bool {
        guard !lines.isEmpty || wanted != painted else { return false }
        if leftOut > 0 { lines.append("(\(leftOut) lines left out)") }
        var standing = painted.first?.width ?? 0
        func write(_ text: String, width: Int) {
            let rest = String(repeating: " ", count: max(0, standing - width))
            bytes.append(contentsOf: ("\r" + text + rest).utf8)
        }
        for line in lines {
            write(line, width: line.unicodeScalars.count)
            bytes.append(contentsOf: "\r\n".utf8)
            standing = 0
        }
        if let row = wanted.first { write(row.text, width: row.width) }
        (lines, leftOut, painted) = ([], 0, wanted)
        return true
    }
}
