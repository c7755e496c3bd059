import CSQLite

/// A database as another program opens it, which knows nothing of Waldo's limits.
public enum RawDatabase {
    /// Executes statements in a file, which is created if it is not there.
    /// - Throws: `DidNotHappen` with SQLite's message.
    public static func execute(_ statements: String, in path: String) throws {
        try open(path) { database in
            guard sqlite3_exec(database, statements, nil, nil, nil) == SQLITE_OK else {
                throw failure(statements, database)
            }
        }
    }

    /// The first number that a statement gives; nil: it gives none.
    /// - Throws: `DidNotHappen` with SQLite's message.
    public static func number(_ statement: String, in path: String) throws -> Int? {
        try open(path) { database in
            var prepared: OpaquePointer?
            defer { sqlite3_finalize(prepared) }
            guard sqlite3_prepare_v2(database, statement, -1, &prepared, nil) == SQLITE_OK else {
                throw failure(statement, database)
            }
            switch sqlite3_step(prepared) {
            case SQLITE_ROW:
                return sqlite3_column_type(prepared, 0) == SQLITE_NULL ? nil : Int(sqlite3_column_int64(prepared, 0))
            case SQLITE_DONE: return nil
            default: throw failure(statement, database)
            }
        }
    }

    private static func open<Result>(_ path: String, _ body: (OpaquePointer?) throws -> Result) throws -> Result {
        var database: OpaquePointer?
        defer { sqlite3_close_v2(database) }
        // `./` keeps a name such as `file:x` from being read as a URI.
        let name = path.hasPrefix("/") ? path : "./" + path
        guard sqlite3_open_v2(name, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil) == SQLITE_OK else {
            throw failure(path, database)
        }
        return try body(database)
    }

    private static func failure(_ what: String, _ database: OpaquePointer?) -> DidNotHappen {
        DidNotHappen("\(what.prefix(200)): \(String(cString: sqlite3_errmsg(database)))")
    }
}
