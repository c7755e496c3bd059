/// The store's tables.
///
/// Raw rows (`reading`, `command`, `fix`, `clock`, `event`) have the id `session << 40 | ordinal`: their ids alone are
/// the exact order of a session's events, over all five tables, and need no further index. The ids of derived rows
/// are formed from their run in the same way. So no id depends on when a transaction was committed.
enum Schema {
    /// The version that this program writes.
    static let version: Int64 = 1
    /// `GPKG` (GeoPackage 1.3, requirement 2).
    static let applicationID: Int64 = 0x4750_4B47
    /// Those of all versions of the standard: `GP10` of 1.0, `GP11` of 1.1, and `GPKG` since 1.2.
    static let applicationIDs: Set<Int64> = [0x4750_3130, 0x4750_3131, applicationID]
    /// GeoPackage 1.3.0.
    static let userVersion: Int64 = 10300

    /// What the schema's objects are created by, in order.
    static let statements = [geoPackage, tables, features, styles, protection].joined(separator: "\n")

    /// The table that makes a GeoPackage a store.
    static let ownTable = (
        name: "waldo_schema",
        creation: """
        CREATE TABLE waldo_schema (
            id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL, written_by TEXT NOT NULL,
            whole BOOLEAN NOT NULL);
        """
    )

    private static let tables = ([ownTable.creation] + TableRules.all.map(\.creation)).joined(separator: "\n")

    /// The truth: rows that are only ever added.
    static let rawTables = ["clock", "reading", "command", "fix", "event"]

    /// The triggers that keep raw rows as they came.
    static let guards = rawTables.flatMap { table in
        ["UPDATE", "DELETE"].map { action in
            let name = "\(table)_no_\(action.lowercased())"
            return (
                name: name,
                creation: """
                CREATE TRIGGER \(name) BEFORE \(action) ON \(table)
                BEGIN SELECT RAISE(ABORT, 'rows of \(table) are kept as they came'); END;
                """
            )
        }
    }

    static let protection = guards.map(\.creation).joined(separator: "\n")

    /// What `prune` executes before it deletes raw rows.
    static let protectionDropped = rawTables.map {
        "DROP TRIGGER IF EXISTS \($0)_no_update; DROP TRIGGER IF EXISTS \($0)_no_delete;"
    }
    .joined(separator: "\n")
}
