import CSQLite

/// How SQLite opens a file, which may come from anybody: nothing that the file holds runs, and what it holds is bounded
/// (sqlite.org/security.html, "Untrusted SQLite Database Files").
enum Hardening {
    /// What a file is opened for.
    enum Purpose: Equatable {
        /// To be read. Its triggers and views are off.
        case reading
        /// To be written. Triggers are on, because Waldo's own keep rows as they came; `StoreCheck` refuses others on
        /// the tables that Waldo writes.
        case writing
        /// To be brought to a later version, before it is compared: its triggers and views are off.
        case migrating
        /// To be written, by the process that has created it.
        case creating
        /// To give the pictures of a map. A view may join them from tables, and may do nothing else.
        case tiles
    }

    /// The longest row, text or blob in bytes. The longest of Waldo's own are lines of a recording, of 1 MiB.
    static let longest = 4 << 20

    /// The most memory of SQLite in this process, in bytes.
    private static let memory: Int64 = 512 << 20

    /// SQLite's limits, and what a store needs of each.
    private static let limits: [(CInt, CInt)] = [
        (SQLITE_LIMIT_LENGTH, CInt(longest)), (SQLITE_LIMIT_SQL_LENGTH, 1_000_000), (SQLITE_LIMIT_VDBE_OP, 100_000),
        // VACUUM attaches a file.
        (SQLITE_LIMIT_ATTACHED, 1), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000), (SQLITE_LIMIT_TRIGGER_DEPTH, 1),
        (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]

    private static let heapLimit: Void = { _ = sqlite3_hard_heap_limit64(memory) }()

    /// Prepares a connection, before anything of the file is read.
    /// - Returns: SQLite's result code.
    static func apply(to database: OpaquePointer?, for purpose: Purpose) -> CInt {
        heapLimit
        let writes = purpose == .writing || purpose == .creating
        let switches: [(CInt, Bool)] = [
            // A name in double quotes that is no column would be read as a text.
            (SQLITE_DBCONFIG_DQS_DML, false), (SQLITE_DBCONFIG_DQS_DDL, false),
            // A key of a table that is not Waldo's would pass a change on to it, and run its triggers.
            (SQLITE_DBCONFIG_ENABLE_FKEY, false), (SQLITE_DBCONFIG_ENABLE_TRIGGER, writes),
            (SQLITE_DBCONFIG_ENABLE_VIEW, purpose == .tiles),
            (SQLITE_DBCONFIG_TRUSTED_SCHEMA, false), (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, false),
            (SQLITE_DBCONFIG_DEFENSIVE, true),
            // A file that is refused stays as it is.
            (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, purpose == .writing),
        ]
        for (option, isOn) in switches {
            let code = waldo_sqlite_switch(database, option, isOn ? 1 : 0)
            guard code == SQLITE_OK else { return code }
        }
        for (limit, value) in limits { sqlite3_limit(database, limit, value) }
        return sqlite3_exec(database, "PRAGMA cell_size_check = ON", nil, nil, nil)
    }

    /// Has the log moved into the file when the last connection closes it.
    /// - Returns: SQLite's result code.
    static func accept(_ database: OpaquePointer?) -> CInt {
        waldo_sqlite_switch(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)
    }

    /// Forbids or allows what changes the tables behind a spatial index and the schema itself.
    /// - Returns: SQLite's result code.
    static func setDefensive(_ isOn: Bool, _ database: OpaquePointer?) -> CInt {
        waldo_sqlite_switch(database, SQLITE_DBCONFIG_DEFENSIVE, isOn ? 1 : 0)
    }
}
