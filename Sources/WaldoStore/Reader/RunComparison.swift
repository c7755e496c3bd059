/// What comes out when a run is computed again and compared with its rows.
public enum RunComparison: Equatable, Sendable {
    /// All rows are equal.
    case equal(rows: Int)
    /// The session was not ended cleanly: the rows that it has are equal, and so many more follow from its raw rows.
    case prefix(rows: Int, missing: Int)
    /// The first difference.
    case different(String)
}
