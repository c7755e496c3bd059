import CSQLite
import Glibc
import WaldoLoop

/// One connection to a store's file, and how statements are prepared and executed on it.
///
/// Used by one thread at a time: that of its owner.
package final class Connection {
    package let path: String
    private let purpose: Hardening.Purpose
    /// Whether the file has the schema that Waldo makes, with its own triggers alone.
    var isOurs: Bool
    /// The file, while it is open.
    private var file: FileIdentity?
    /// SQLite's own handle, for what this class does not offer.
    private(set) var handle: OpaquePointer?
    /// Ends steps that compute for too long, or whose work is interrupted.
    let watch: StatementWatch

    /// Refuses `-`, which means standard input or output to other commands.
    package static func refuseStream(_ path: String) throws(StoreError) {
        guard path == "-" else { return }
        throw StoreError(
            .cannotOpen, path,
            "a survey is a database, which no stream can hold; name a file (`./-` if that is its name)")
    }

    /// Opens a file for a purpose. Nothing that the file holds runs (`Hardening`).
    /// - Parameters:
    ///   - patience: how long a statement waits for another program's lock, in seconds.
    ///   - isWithoutLog: what lies beside the file is left alone, so its log is not seen.
    ///   - stepPatience: how long a step of a statement may compute; nil: what the purpose allows.
    ///   - isInterrupted: asked now and then; once it is, statements fail as `.interrupted`.
    init(
        _ path: String, for purpose: Hardening.Purpose, patience: Double, isWithoutLog: Bool = false,
        stepPatience: StatementWatch.Patience? = nil, isInterrupted: (@Sendable () -> Bool)? = nil
    ) throws(StoreError) {
        try Self.refuseStream(path)
        self.path = path
        self.purpose = purpose
        isOurs = purpose == .creating
        watch = StatementWatch(path, stepPatience ?? Self.patience(purpose), isInterrupted)
        do throws(StoreError) {
            try open(isFixed: isWithoutLog, patience)
        } catch {
            let isUnfinished = sqlite3_extended_errcode(handle) == Self.needsRollback
            close()
            // Opening it to write takes back what a process that was killed had begun.
            if isUnfinished, isReadOnly, (try? Connection(path, for: .writing, patience: patience)) != nil {
                try open(isFixed: false, patience)
                return
            }
            guard isReadOnly, error.kind == .readOnly || error.kind == .cannotOpen, unreadable == nil,
                access(path + "-wal", F_OK) != 0
            else { throw error }
            // Another program has left the file in write-ahead mode, and this user may not write beside it, as on a
            // read-only disk: SQLite then has to know that nobody writes. A writer has a log beside it.
            do throws(StoreError) { try open(isFixed: true, patience) } catch {
                close()
                throw error
            }
        }
    }

    /// SQLITE_READONLY_ROLLBACK.
    static let needsRollback: CInt = SQLITE_READONLY | 3 << 8

    private var isReadOnly: Bool { purpose == .reading || purpose == .tiles }

    private static func patience(_ purpose: Hardening.Purpose) -> StatementWatch.Patience? {
        switch purpose {
        case .reading, .writing, .migrating: .working
        case .creating: nil
        case .tiles: .showing
        }
    }

    /// - Parameter isFixed: the file is read as one that nobody changes (sqlite.org/uri.html, `immutable`).
    private func open(isFixed: Bool, _ patience: Double) throws(StoreError) {
        // SQLite would create it for everybody to read. The files beside it get its mode.
        if !isReadOnly { PrivateFile.ensure(path) }
        guard StoreFileSystem.isRegistered else {
            throw StoreError(.failed, path, "SQLite has no file system for it; reinstall SQLite")
        }
        if !isFixed { try FilesBeside.requireOwn(path) }
        file = OpenFiles.willOpen(path)
        let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        let options = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_URI
        try succeed(
            sqlite3_open_v2(
                FileURI.text(path) + (isFixed ? "?immutable=1" : ""), &handle, options, StoreFileSystem.name))
        try succeed(sqlite3_busy_timeout(handle, CInt(patience * 1_000)))
        try succeed(Hardening.apply(to: handle, for: purpose))
        watch.install(in: handle)
        // SQLite reads the file at the first statement only.
        _ = try number("SELECT count(*) FROM (SELECT 1 FROM sqlite_schema LIMIT 1)")
        if purpose == .tiles { ReadingGuard.tables.install(in: handle) }
    }

    /// The file is what it should be: closing it may move its log into it.
    package func accept() throws(StoreError) { try succeed(Hardening.accept(handle)) }

    deinit { close() }

    /// Throws what one of SQLite's result codes means.
    func succeed(_ code: CInt) throws(StoreError) {
        guard code != SQLITE_OK else { return }
        throw failure(code)
    }

    /// What one of SQLite's result codes means.
    func failure(_ code: CInt) -> StoreError {
        guard let handle else { return StoreError(.failed, path, "the file is closed") }
        if code & 0xff == SQLITE_INTERRUPT, watch.isLate { return StoreError(late: path) }
        if code & 0xff == SQLITE_NOTADB, purpose == .tiles {
            return StoreError(noDatabase: path, called: "an MBTiles file")
        }
        return StoreError(
            code: code, unreadable: unreadable, message: String(cString: sqlite3_errmsg(handle)), path: path)
    }

    /// A step of a statement begins, which the watch gives its own time.
    func beginStep() { watch.begin() }

    /// Lets steps take as long as they take: the file has been checked, and is written by a process that must not stop.
    func liftPatience() { watch.patience = nil }

    /// Why the file itself cannot be read, an errno; nil: it can be, or it is to be created. SQLite keeps the errno of
    /// the last file that it has tried to open, which may be another.
    private var unreadable: CInt? {
        guard access(path, R_OK) != 0 else { return nil }
        let code = errno
        return code == ENOENT && !isReadOnly ? nil : code
    }

    /// Prepares a statement.
    package func prepare(_ sql: String) throws(StoreError) -> PreparedStatement {
        try PreparedStatement(sql, on: self)
    }

    /// Prepares `SELECT columns FROM table clause`. A row that does not keep to the table's rules is a `StoreError` of
    /// the step that reaches it.
    package func rows(_ table: String, _ columns: String, _ clause: String) throws(StoreError) -> PreparedStatement {
        try PreparedStatement(
            "SELECT \(columns) FROM \(table) \(clause)", rows: (table, columns == "*"), on: self)
    }

    /// Prepares `SELECT * FROM table clause` in the same way.
    package func rows(_ table: String, _ clause: String) throws(StoreError) -> PreparedStatement {
        try rows(table, "*", clause)
    }

    /// Prepares what inserts a whole row into a table of the schema.
    /// - Parameter conflict: what is done where the row is there already, such as `REPLACE`; nil: it is an error.
    func insertion(of row: (some Row).Type, or conflict: String? = nil) throws(StoreError) -> PreparedStatement {
        try prepare(TableRules(row).insertion(or: conflict))
    }

    /// Executes statements without results.
    package func execute(_ sql: String) throws(StoreError) {
        beginStep()
        try succeed(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// Executes one statement with arguments.
    package func execute(_ sql: String, _ bind: (PreparedStatement) -> Void) throws(StoreError) {
        let statement = try prepare(sql)
        bind(statement)
        try statement.run()
    }

    /// The first column of the first row, as a number; nil without a row, or for NULL.
    package func number(_ sql: String, _ bind: (PreparedStatement) -> Void = { _ in }) throws(StoreError) -> Int64? {
        let statement = try prepare(sql)
        bind(statement)
        defer { statement.reset() }
        return try statement.step() ? statement.optionalInt(0) : nil
    }

    /// The first column of each row, as text.
    package func texts(_ sql: String, _ bind: (PreparedStatement) -> Void = { _ in }) throws(StoreError) -> [String] {
        let statement = try prepare(sql)
        bind(statement)
        var texts: [String] = []
        while try statement.step() { texts.append(statement.text(0)) }
        return texts
    }

    /// The id of the row that was inserted last; 0: there is none.
    var lastInserted: Int64 { handle.map { sqlite3_last_insert_rowid($0) } ?? 0 }

    /// Closes it; the object is not used again. Statements that are still prepared keep the file open until released.
    func close() {
        sqlite3_close_v2(handle)
        handle = nil
        file.take().map(OpenFiles.didClose)
    }
}
