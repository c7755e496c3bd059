/// A terminal's size in character cells.
public struct TerminalSize: Equatable, Sendable {
    /// Cells in a row, at least 1.
    public var columns: Int
    /// Rows, at least 1.
    public var rows: Int

    /// What is assumed of a terminal that does not say.
    public static let usual = TerminalSize(columns: 80, rows: 24)

    /// A size of these numbers.
    public init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
    }
}
