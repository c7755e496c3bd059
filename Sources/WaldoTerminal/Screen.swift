/// What stands on the terminal and what shall stand there: rows that are redrawn in place, and lines printed above them
/// that scroll away. Pure: it composes the bytes that lead from one to the other.
struct Screen {
    /// Lines kept for a terminal that takes nothing; more are counted and left out.
    static let waitingLines = 200

    private let style: TerminalStyle
    private var wanted: [StatusRow] = []
    private var painted: [StatusRow] = []
    private var paintedColumns = 0
    private var lines: [String] = []
    private var leftOut = 0

    /// A screen of which nothing is ours yet; the cursor stands at the beginning of a free row.
    init(style: TerminalStyle) { self.style = style }

    /// Sets the rows that shall stand at the bottom.
    mutating func show(_ rows: [StatusRow]) { wanted = rows }

    /// Adds a line above the rows, made printable.
    mutating func print(_ line: String) {
        guard lines.count < Self.waitingLines else { return leftOut += 1 }
        var printable = ""
        for scalar in line.unicodeScalars {
            CellWidth.appendPrintable(scalar, isUnicode: style.isUnicode, to: &printable)
        }
        lines.append(printable)
    }

    /// Somebody else has written meanwhile: nothing that was painted can be found again.
    mutating func forget() { painted = [] }

    /// Appends the bytes that bring the terminal up to date; false: it is.
    mutating func compose(columns: Int, into bytes: inout [UInt8]) -> Bool {
        let isReflowed = columns != paintedColumns && !painted.isEmpty
        guard !lines.isEmpty || wanted != painted || isReflowed else { return false }
        if leftOut > 0 { lines.append("(\(leftOut) lines left out)") }
        if style.emphasis == .none {
            composeDumb(into: &bytes)
        } else if lines.isEmpty, !isReflowed, wanted.count == painted.count {
            composeChanges(into: &bytes)
        } else {
            composeAll(columns: columns, into: &bytes)
        }
        lines.removeAll()
        leftOut = 0
        painted = wanted
        paintedColumns = columns
        return true
    }

    /// Rewrites the rows that differ, each where it stands.
    private func composeChanges(into bytes: inout [UInt8]) {
        goUp(painted.count - 1, into: &bytes)
        for (index, row) in wanted.enumerated() {
            // Erased first: behind a row that fills the last cell, erasing would take that cell too.
            if row != painted[index] { bytes.append(contentsOf: ("\u{1B}[K" + row.text).utf8) }
            if index < wanted.count - 1 { bytes.append(contentsOf: "\r\n".utf8) }
        }
    }

    /// Erases the rows, writes the lines in their place, and the rows below.
    private func composeAll(columns: Int, into bytes: inout [UInt8]) {
        // A terminal made narrower has broken the rows that no longer fit.
        let height = painted.reduce(0) { $0 + max(1, ($1.width + columns - 1) / columns) }
        goUp(height - 1, into: &bytes)
        bytes.append(contentsOf: "\u{1B}[J".utf8)
        for line in lines { bytes.append(contentsOf: (line + "\r\n").utf8) }
        bytes.append(contentsOf: wanted.map(\.text).joined(separator: "\r\n").utf8)
    }

    private func goUp(_ rows: Int, into bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\r"))
        if rows > 0 { bytes.append(contentsOf: "\u{1B}[\(rows)A".utf8) }
    }

    /// Without escape sequences one row can be written over, with spaces where the old one was longer.
    private func composeDumb(into bytes: inout [UInt8]) {
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
    }
}
