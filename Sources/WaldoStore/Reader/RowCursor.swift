/// The rows of a statement, once.
final class RowCursor {
    let row: PreparedStatement
    private var hasEnded = false

    init(_ row: PreparedStatement) { self.row = row }

    deinit { row.reset() }

    /// The next row; nil behind the last.
    func next() throws(StoreError) -> PreparedStatement? {
        guard !hasEnded, try row.step() else {
            hasEnded = true
            return nil
        }
        return row
    }
}
