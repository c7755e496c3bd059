/// How the id of a row follows from its other columns (see `RowID`).
enum RowKey {
    case raw, stream, sample, derived

    /// Whether a row of `SELECT *`, each value of which is within its range, has the id that it must have.
    func holds(_ row: PreparedStatement) -> Bool {
        switch self {
        case .raw: row.int(0) == RowID.raw(session: row.int(1), row.int(2))
        case .stream: row.int(0) == RowID.stream(run: row.int(1), Int(row.int(2)))
        case .sample:
            row.int(0) == RowID.sample(stream: row.int(2), row.int(3))
                && RowID.streams(of: row.int(1)).contains(row.int(2))
        case .derived: row.int(0) == RowID.derived(run: row.int(1), row.int(2))
        }
    }
}
