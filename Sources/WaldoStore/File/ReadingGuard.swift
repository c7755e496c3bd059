import CSQLite

/// Which statements may be prepared at all, as an authorizer of SQLite (sqlite.org/c3ref/set_authorizer.html).
enum ReadingGuard {
    /// Only what reads the schema's own table.
    case schema
    /// Only what reads tables, also by views: no recursion, and few functions.
    case tables

    /// The functions that a view of tiles has use for.
    private static let functions: Set<String> = ["min", "max", "count", "coalesce", "ifnull", "substr", "lower"]

    /// Lets SQLite ask about each statement that is prepared from now on.
    func install(in database: OpaquePointer?) {
        switch self {
        case .schema:
            sqlite3_set_authorizer(
                database, { _, action, first, second, _, _ in ReadingGuard.schema.verdict(action, first, second) }, nil)
        case .tables:
            sqlite3_set_authorizer(
                database, { _, action, first, second, _, _ in ReadingGuard.tables.verdict(action, first, second) }, nil)
        }
    }

    /// Lets SQLite ask no more.
    static func remove(from database: OpaquePointer?) { sqlite3_set_authorizer(database, nil, nil) }

    /// - Parameters:
    ///   - action: what a statement does.
    ///   - first: the table that it reads, where it reads one.
    ///   - second: the function that it calls, where it calls one.
    private func verdict(
        _ action: CInt, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?
    ) -> CInt {
        switch action {
        case SQLITE_SELECT: return SQLITE_OK
        case SQLITE_READ:
            let table = first.map { String(cString: $0) } ?? ""
            let isSchema = table == "sqlite_master" || table == "sqlite_schema"
            return isSchema == (self == .schema) ? SQLITE_OK : SQLITE_DENY
        case SQLITE_FUNCTION where self == .tables:
            let name = second.map { String(cString: $0).lowercased() } ?? ""
            return Self.functions.contains(name) ? SQLITE_OK : SQLITE_DENY
        default: return SQLITE_DENY
        }
    }
}
