/// A terminal's size in character cells.
public struct TerminalSize: Equatable, Sendable {
    /// Cells in a row, at least 1.
    public var columns: Int
    /// Rows, at least 1.
    public var rows: Int

    /// The size assumed if the terminal does not report one.
    public static let usual = TerminalSize(columns: 80, rows: 24)

    /// Creates a size; each number is raised to at least 1.
    public init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
    }
}
