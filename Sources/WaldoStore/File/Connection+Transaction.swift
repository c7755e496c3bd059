import CSQLite

/// Statements that belong together, and how much one of them may give.
extension Connection {
    /// Runs `body` in one transaction, which a failure undoes.
    package func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        try begin()
        do throws(StoreError) {
            let result = try body()
            try commit()
            return result
        } catch {
            rollback()
            throw error
        }
    }

    /// Runs `body` on one state of the file, whatever others write meanwhile.
    package func snapshot<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        guard !isInsideTransaction else { return try body() }
        try execute("BEGIN")
        defer { rollback() }
        return try body()
    }

    private var isInsideTransaction: Bool { handle.map { sqlite3_get_autocommit($0) == 0 } ?? false }

    package func begin() throws(StoreError) { try execute("BEGIN IMMEDIATE") }
    package func commit() throws(StoreError) { try execute("COMMIT") }
    /// A full disk may have undone the transaction already, and then there is nothing to undo.
    package func rollback() { if isInsideTransaction { try? execute("ROLLBACK") } }

    // MARK: the log

    /// From here on commits go to the `-wal` file, so that a process that is killed leaves no journal (`StoreJournal`).
    package func beginLog() throws(StoreError) {
        guard try texts("PRAGMA journal_mode = WAL").first == "wal" else {
            throw StoreError(.failed, path, "its file system allows no write-ahead log; name a file on a local disk")
        }
        // The log and its index are there now.
        try FilesBeside.requireOwn(path)
    }

    /// Goes back to one file without a log. While another program has the file open, the log stays.
    package func endLog() { _ = try? texts("PRAGMA journal_mode = DELETE") }

    // MARK: bounds

    /// How many rows, and bytes of their texts and blobs, one statement may give at most: what is in a file is read a
    /// few times, and not without end, as from pages that name one another again and again. A file system that
    /// compresses stores a part of it.
    func allowance() -> Int64 { (1 << 22) + 16 * FileIdentity.size(path) }

    /// The number of a table's rows, which are gone through one by one: a bare `count(*)` cannot be interrupted.
    func count(_ table: String, by column: String = "id") throws(StoreError) -> Int64 {
        try number("SELECT count(*) FROM \(table) WHERE \(column) >= -1e19") ?? 0
    }
}
