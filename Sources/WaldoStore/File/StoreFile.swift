import Glibc
import WaldoLoop

/// A store's file, open to be written, and held against other writers of this machine until it is closed.
///
/// The file itself is opened by SQLite alone: a second descriptor of it in this process would, when closed, release
/// SQLite's locks (sqlite.org/howtocorrupt.html, 2.2).
package final class StoreFile {
    let path: String
    package let connection: Connection
    /// The file's lock; nil: it is closed.
    private var lock: StoreLock?
    private let identity: FileIdentity
    /// Whether another process has had to end without closing the file: its last session is marked as unclean.
    private(set) var wasUnclean = false
    /// Whether commits go to the log.
    private var hasLog = false

    /// How long another program may hold SQLite's lock before that is a failure, in seconds.
    private static let patience = 5.0

    /// Creates a file that does not exist yet, with the schema. If that fails, there is no file. SQLite gives its log,
    /// its index and its journal the mode of the file.
    package init(creating path: String, writtenBy version: String) throws(StoreError) {
        try Connection.refuseStream(path)
        let lock = try StoreCreation.make(path, writtenBy: version)
        self.path = path
        self.lock = lock
        identity = lock.file
        do throws(StoreError) {
            connection = try Connection(path, for: .creating, patience: Self.patience)
        } catch {
            StoreCreation.remove(path, identity)
            throw error
        }
    }

    /// Closes and removes the file, which this process has created and in which nothing is kept yet.
    package func discard() {
        connection.close()
        StoreCreation.remove(path, identity)
        lock = nil
    }

    /// Opens a file that Waldo has written, of which nothing runs but Waldo's own triggers, marks a session that was
    /// not ended, and migrates an older schema.
    /// - Parameters:
    ///   - evenWithoutLog: opens a file whose session was not ended and whose `-wal` file is not there, too.
    ///   - isInterrupted: asked now and then; once it is, statements fail as `.interrupted`.
    init(
        opening path: String, evenWithoutLog: Bool, migrations: MigrationList = .all,
        isInterrupted: (@Sendable () -> Bool)? = nil
    ) throws(StoreError) {
        // What is no file is said better.
        _ = try FileIdentity(path)
        var lock = try Self.lock(path)
        self.path = path
        var connection = try Connection(path, for: .writing, patience: Self.patience, isInterrupted: isInterrupted)
        var (version, missing) = try StoreCheck.writableSchema(of: connection, latest: migrations.latest)
        if !evenWithoutLog { try StoreCheck.log(of: connection) }
        if version < migrations.latest {
            try migrations.replace(connection, from: version)
            lock = try Self.lock(path)
            connection = try Connection(path, for: .writing, patience: Self.patience, isInterrupted: isInterrupted)
            // The steps are Waldo's, and all else is as it came.
            (version, missing) = try StoreCheck.writableSchema(of: connection, latest: migrations.latest)
        }
        self.lock = lock
        identity = lock.file
        self.connection = connection
        try connection.accept()
        do throws(StoreError) {
            try recover(missing)
        } catch {
            try? endWriting()
            throw error
        }
    }

    /// Restores triggers that are missing, and marks sessions that were not ended.
    private func recover(_ missing: [(name: String, creation: String)]) throws(StoreError) {
        let open = try Recovery.openSessions(in: connection)
        wasUnclean = !open.isEmpty
        guard wasUnclean || !missing.isEmpty else { return }
        try change { () throws(StoreError) in
            for trigger in missing { try connection.execute(trigger.creation) }
            try Recovery.end(open, in: connection)
        }
    }

    /// Runs `body` in one transaction, which a failure undoes. A file that is not changed stays as it is, to the byte.
    func change<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        if !hasLog { try beginLog() }
        return try connection.transaction(body)
    }

    /// Locks a file that exists. A note of another process takes some milliseconds.
    private static func lock(_ path: String) throws(StoreError) -> StoreLock {
        for _ in 0..<10 {
            do throws(LockRefusal) { return try StoreLock(path) } catch {
                guard case .locked = error else { break }
                usleep(50_000)
            }
        }
        do throws(LockRefusal) { return try StoreLock(path) } catch { throw refusal(error, path) }
    }

    /// Why a file could not be locked.
    static func refusal(_ refusal: LockRefusal, _ path: String) -> StoreError {
        switch refusal {
        case .locked(let holder):
            StoreError(.heldByWriter, path, "\(holder) writes this file; end it, or name another file")
        case .failed(let failure): systemError(failure.code, path)
        }
    }

    package static func systemError(_ code: CInt, _ path: String) -> StoreError {
        switch code {
        case EACCES, EPERM, EROFS:
            StoreError(.readOnly, path, "the file or its folder may not be written; change its permissions")
        case ENOSPC, EDQUOT: StoreError(full: path)
        default: StoreError(.cannotOpen, path, UnreadableFile.sentence(code))
        }
    }

    /// From here on commits go to the `-wal` file, which other programs read along with.
    ///
    /// The file without its log is marked as not whole, and the log's transactions mark it as whole. So a copy without
    /// the log is known for what it is, and a file whose log another program has moved into it is not mistaken for one.
    /// The mark reaches the file by the log: there is no moment at which a file in write-ahead mode is not whole and
    /// has no log, as such a copy has.
    private func beginLog() throws(StoreError) {
        try connection.beginLog()
        // Commits are durable from the next checkpoint on.
        try connection.execute("PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0")
        try checkpoint(.full)
        hasLog = true
    }

    /// Readies the file for the rows of a session.
    ///
    /// A step may then take as long as it takes: a live survey loses nothing to a slow disk.
    func beginWriting() throws(StoreError) {
        try change { () throws(StoreError) in
            for layer in FeatureLayer.allCases { try SpatialIndex.drop(layer, in: connection) }
        }
        // The schema has been compared, and each session is one of Waldo's from here on.
        connection.liftPatience()
    }

    /// How far a checkpoint goes (sqlite.org/pragma.html#pragma_wal_checkpoint).
    enum Checkpoint: String {
        /// As far as readers of an earlier state allow.
        case passive
        /// It waits a while for them.
        case full
        /// It also waits until no reader needs the log, which then begins anew.
        case restart
    }

    /// Moves the log's transactions into the file, and makes both durable.
    /// - Returns: whether readers allowed it as far as that.
    @discardableResult func checkpoint(_ kind: Checkpoint = .passive) throws(StoreError) -> Bool {
        try setWhole(false)
        let isBusy = try connection.number("PRAGMA wal_checkpoint(\(kind.rawValue))")
        try setWhole(true)
        return isBusy == 0
    }

    private func setWhole(_ isWhole: Bool) throws(StoreError) {
        try connection.transaction { () throws(StoreError) in
            try connection.execute("UPDATE waldo_schema SET whole = \(isWhole) WHERE whole <> \(isWhole)")
        }
    }

    /// Whether the file is still the one that was opened.
    func checkItIsThere() throws(StoreError) {
        guard let now = try? FileIdentity(path), now == identity else {
            throw StoreError(.vanished, path, "the file was deleted or replaced while it was written; start again")
        }
    }

    /// Moves the log into the file, and goes back to one file without a log. While another program reads, the log
    /// stays; the last one to close the file removes it.
    ///
    /// The file is marked as whole by itself only when all else is in it (`StoreLog`).
    func endWriting() throws(StoreError) {
        guard try connection.texts("PRAGMA journal_mode").first == "wal" else { return }
        // What has been committed is durable, also in a log that stays.
        try connection.execute("PRAGMA synchronous = FULL")
        if try checkpoint(.restart) { _ = try connection.texts("PRAGMA wal_checkpoint(TRUNCATE)") }
        connection.endLog()
        hasLog = false
    }

    package func close() {
        connection.close()
        lock = nil
    }
}
