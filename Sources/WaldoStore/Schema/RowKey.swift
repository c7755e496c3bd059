/// The columns that identify a table's rows, which come first, and how a row's id follows from them (see `RowID`).
package enum RowKey: Sendable {
    case raw, stream, sample, derived
    /// An id that SQLite chooses.
    case chosen(ColumnRule.Kind)
    /// No id.
    case none

    /// The columns.
    var columns: [ColumnRule] {
        switch self {
        case .raw:
            [
                .init("id", .key), .init("session", .session, of: "session"), .init("ordinal", .ordinal),
                .init("mono", .instant),
            ]
        case .stream:
            [.init("id", .key), .init("run", .run, of: "run"), .init("number", .id(RowID.numbers))]
        case .sample:
            [
                .init("id", .key), .init("run", .run, of: "run"), .init("stream", .key, of: "stream"),
                .init("seq", .id(RowID.sequences)),
            ]
        case .derived: [.init("id", .key), .init("run", .run, of: "run"), .init("ordinal", .ordinal)]
        case .chosen(let kind): [.init("id", kind)]
        case .none: []
        }
    }

    /// The number of its columns.
    var count: Int {
        switch self {
        case .raw, .sample: 4
        case .stream, .derived: 3
        case .chosen: 1
        case .none: 0
        }
    }

    /// Whether a row of `SELECT *`, each value of which is within its range, has the id that it must have.
    func holds(_ row: PreparedStatement) -> Bool {
        holds((row.int(0), row.int(1), row.int(2), row.int(3)))
    }

    /// Whether the first four numbers of a row, each within its range, are those that a row must have.
    package func holds(_ numbers: (Int64, Int64, Int64, Int64)) -> Bool {
        switch self {
        case .raw: numbers.0 == RowID.raw(session: numbers.1, numbers.2)
        case .stream: numbers.0 == RowID.stream(run: numbers.1, Int(numbers.2))
        case .sample:
            numbers.0 == RowID.sample(stream: numbers.2, numbers.3)
                && RowID.streams(of: numbers.1).contains(numbers.2)
        case .derived: numbers.0 == RowID.derived(run: numbers.1, numbers.2)
        case .chosen, .none: true
        }
    }
}
