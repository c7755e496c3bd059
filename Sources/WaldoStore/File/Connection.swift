internal import GRDB
internal import GRDBSQLite
internal import WaldoCore

/// One connection to a store's file, and how statements are prepared and executed on it.
///
/// Used by one thread at a time: that of its owner.
final class Connection {
    let path: String
    private let queue: DatabaseQueue
    private let interruption: InterruptionCheck?

    /// Refuses `-`, which means standard input or output to other commands.
    static func refuseStream(_ path: String) throws(StoreError) {
        guard path == "-" else { return }
        throw StoreError(
            .cannotOpen, path,
            "a survey is a database, which no stream can hold; name a file (`./-` if that is its name)")
    }

    /// Opens a file.
    /// - Parameters:
    ///   - patience: how long a statement waits for another program's lock, in seconds.
    ///   - isInterrupted: asked now and then; once it is, statements fail as `.interrupted`.
    init(
        _ path: String, readOnly: Bool, patience: Double, isInterrupted: (@Sendable () -> Bool)? = nil
    ) throws(StoreError) {
        try Self.refuseStream(path)
        interruption = isInterrupted.map { InterruptionCheck($0) }
        var configuration = Configuration()
        configuration.readonly = readOnly
        // Every row refers to rows that this module has written before it; `check` has SQLite prove it.
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(patience)
        configuration.allowsUnsafeTransactions = true
        configuration.label = "waldo-store"
        // GRDB's hooks for observers, of which there are none, trap when a statement of `PreparedStatement` commits.
        configuration.prepareDatabase { database in
            sqlite3_commit_hook(database.sqliteConnection, nil, nil)
            sqlite3_rollback_hook(database.sqliteConnection, nil, nil)
        }
        self.path = path
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
        } catch {
            throw StoreError(error, path: path)
        }
        try use { database in interruption?.install(in: database) }
    }

    /// Runs `body` with the database.
    func use<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
        do {
            return try queue.unsafeReentrantWrite(body)
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Prepares a statement.
    func prepare(_ sql: String) throws(StoreError) -> PreparedStatement {
        try use { try PreparedStatement(sql, in: $0, path: path) }
    }

    /// Prepares `SELECT columns FROM table clause`. A row that does not keep to the table's rules is a `StoreError` of
    /// the step that reaches it.
    func rows(_ table: String, _ columns: String, _ clause: String) throws(StoreError) -> PreparedStatement {
        try use {
            try PreparedStatement(
                "SELECT \(columns) FROM \(table) \(clause)", rows: (table, columns == "*"), in: $0, path: path)
        }
    }

    /// Prepares `SELECT * FROM table clause` in the same way.
    func rows(_ table: String, _ clause: String) throws(StoreError) -> PreparedStatement {
        try rows(table, "*", clause)
    }

    /// Executes statements without results.
    func execute(_ sql: String) throws(StoreError) {
        try use { try $0.execute(sql: sql) }
    }

    /// Executes one statement with arguments.
    func execute(_ sql: String, _ bind: (PreparedStatement) -> Void) throws(StoreError) {
        let statement = try prepare(sql)
        bind(statement)
        try statement.run()
    }

    /// The first column of the first row, as a number; nil without a row, or for NULL.
    func number(_ sql: String, _ bind: (PreparedStatement) -> Void = { _ in }) throws(StoreError) -> Int64? {
        let statement = try prepare(sql)
        bind(statement)
        defer { statement.reset() }
        return try statement.step() ? statement.optionalInt(0) : nil
    }

    /// The first column of each row, as text.
    func texts(_ sql: String, _ bind: (PreparedStatement) -> Void = { _ in }) throws(StoreError) -> [String] {
        let statement = try prepare(sql)
        bind(statement)
        var texts: [String] = []
        while try statement.step() { texts.append(statement.text(0)) }
        return texts
    }

    /// Runs `body` in one transaction, which a failure undoes.
    func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
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
    func snapshot<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        guard try !use({ $0.isInsideTransaction }) else { return try body() }
        try use { try $0.beginTransaction(.deferred) }
        defer { rollback() }
        return try body()
    }

    func begin() throws(StoreError) { try use { try $0.beginTransaction(.immediate) } }
    func commit() throws(StoreError) { try use { try $0.commit() } }
    /// A full disk may have undone the transaction already, and then there is nothing to undo.
    func rollback() { try? use { if $0.isInsideTransaction { try $0.rollback() } } }

    /// The id of the row that was inserted last.
    func lastInserted() throws(StoreError) -> Int64 { try use { $0.lastInsertedRowID } }

    /// Closes it; the object is not used again. Statements that are still prepared keep the file open until released.
    func close() { try? queue.close() }
}
