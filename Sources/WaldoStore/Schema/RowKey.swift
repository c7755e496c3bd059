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

    /// Whether the first four numbers of a row, each within its range, are those that a row must have.
    func holds(_ numbers: (Int64, Int64, Int64, Int64)) -> Bool {
        switch self {
        case .raw: numbers.0 == RowID.raw(session: numbers.1, numbers.2)
        case .stream: numbers.0 == RowID.stream(run: numbers.1, Int(numbers.2))
        case .sample:
            numbers.0 == RowID.sample(stream: numbers.2, numbers.3)
                && RowID.streams(of: numbers.1).contains(numbers.2)
        case .derived: numbers.0 == RowID.derived(run: numbers.1, numbers.2)
        }
    }
}
