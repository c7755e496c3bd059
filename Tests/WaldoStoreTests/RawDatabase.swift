import CSQLite
import WaldoTestSupport

/// A database as another program opens it, which knows nothing of Waldo's limits.
enum RawDatabase {
    /// Executes statements.
    static func execute(_ statements: String, in path: String) throws {
        var database: OpaquePointer?
        defer { sqlite3_close_v2(database) }
        guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
            sqlite3_exec(database, statements, nil, nil, nil) == SQLITE_OK
        else { throw DidNotHappen("\(statements.prefix(200)): \(String(cString: sqlite3_errmsg(database)))") }
    }
}
