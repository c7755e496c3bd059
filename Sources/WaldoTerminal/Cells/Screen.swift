/// The rows that the terminal shows and the rows that it should show, on the alternate screen. Pure: it composes the
/// bytes that turn one into the other.
///
/// The alternate screen leaves the shell's own lines untouched, however often the window is resized; lines that were
/// printed meanwhile are written below them when it is left (`TerminalMode`). A dumb terminal has a single row instead,
/// which is overwritten in place, and lines are printed above it.
struct Screen {
    /// Most lines kept for a dumb terminal that accepts no output; further ones are counted and dropped.
    static let waitingLines = 200

    /// Switches to the alternate screen, hides the cursor, and disables line wrapping and the translation of the mouse
    /// wheel into arrow keys, which would move the arm.
    static let enter = "\u{1B}[?1049h\u{1B}[?1007s\u{1B}[?1007l\u{1B}[?25l\u{1B}[?7l"
    /// Undoes `enter`. A console without an alternate screen is cleared.
    static let leave = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1007r\u{1B}[H\u{1B}[J\u{1B}[?1049l"

    private let style: TerminalStyle
    private var wanted: [CellRow] = []
    private var painted: [CellRow] = []
    private var paintedSize: TerminalSize?
    private var lines: [String] = []
    private var leftOut = 0

    /// A screen on which nothing has been painted yet.
    init(style: TerminalStyle) { self.style = style }

    /// Sets the rows to be shown, from the top.
    mutating func show(_ rows: [CellRow]) { wanted = rows }

    /// Adds a line above a dumb terminal's row, made printable.
    mutating func print(_ line: String) {
        guard lines.count < Self.waitingLines else { return leftOut += 1 }
        lines.append(CellWidth.printable(line, isUnicode: style.isUnicode))
    }

    /// Forgets what was painted and what should be shown: another program has written to the terminal since.
    mutating func forget() { (wanted, painted, paintedSize) = ([], [], nil) }

    /// Appends the bytes that bring the terminal up to date.
    /// - Returns: false if it is up to date already.
    mutating func compose(_ size: TerminalSize, into bytes: inout [UInt8]) -> Bool {
        if style.emphasis == .none { return composeDumb(into: &bytes) }
        let isNew = paintedSize != size
        guard !wanted.isEmpty, isNew || wanted != painted else { return false }
        // These rows were made for another size; those for this size follow.
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

    /// Without escape sequences, a single row can be overwritten; spaces cover the rest of a longer old one.
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
