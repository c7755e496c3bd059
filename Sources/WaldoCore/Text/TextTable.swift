/// Text in columns. Widths are in characters.
public enum TextTable {
    /// The rows of a table as lines: each column as wide as its longest cell, two spaces apart, and no spaces at the
    /// end of a line.
    /// - Parameters:
    ///   - rows: each with as many cells as the first.
    ///   - isNumber: whether the cells of a column, by its index, end below one another; else they begin so.
    public static func lines(_ rows: [[String]], isNumber: (Int) -> Bool = { _ in false }) -> [String] {
        let columns = rows.first?.indices ?? 0..<0
        let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = columns.map { row[$0].padded(to: widths[$0], isNumber: isNumber($0)) }
            var line = cells.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
