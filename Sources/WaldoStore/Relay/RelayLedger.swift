internal import Glibc
internal import WaldoCore
internal import WaldoLoop

/// What a relay remembers beside a store, in `FILE.relay`: up to where each destination's database has acknowledged
/// each stream, what happened, and which rows could not travel.
///
/// It survives the end of the process at any moment. If it is lost, nothing else is: the database says what it holds.
/// Used by one thread at a time.
public final class RelayLedger {
    /// The file.
    public let path: String
    let connection: Connection

    /// `WRLY`.
    private static let applicationID: Int64 = 0x5752_4C59
    private static let version: Int64 = 1
    /// The events and rejects of a destination that are kept.
    static let mostEvents = 1000, mostRejects = 10_000

    /// The ledger of a store: `walk.relay` of `walk.gpkg`.
    public static func path(for store: String) -> String {
        (store.hasSuffix(".gpkg") && store.count > 5 ? String(store.dropLast(5)) : store) + ".relay"
    }

    /// Opens the ledger, or begins one.
    /// - Throws: `StoreError`: `.damaged`: it is one no more; `.notAStore`: it is something else.
    public init(path: String) throws(StoreError) {
        self.path = path
        do throws(StoreError) {
            try Self.requireFile(path)
            connection = try Connection(path, readOnly: false, patience: 5)
            try Self.checkOwner(of: connection)
            try Self.create(in: connection)
        } catch {
            throw Self.explained(error)
        }
    }

    /// Opens a ledger that is only read; nil: there is none.
    /// - Throws: `StoreError` as `init`.
    public init?(reading path: String) throws(StoreError) {
        guard FileIdentity.exists(path) else { return nil }
        self.path = path
        do throws(StoreError) {
            try Self.requireFile(path)
            connection = try Connection(path, readOnly: true, patience: 5)
            try Self.checkOwner(of: connection)
        } catch {
            throw Self.explained(error)
        }
        guard try connection.number("PRAGMA application_id") == Self.applicationID else { return nil }
    }

    /// A pipe would be waited for.
    private static func requireFile(_ path: String) throws(StoreError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
        throw StoreError(.notAStore, path, "it is no regular file, and so no file of the relay's; move it away")
    }

    private static func checkOwner(of connection: Connection) throws(StoreError) {
        let owner = try connection.number("PRAGMA application_id") ?? 0
        let isEmpty = try connection.number("SELECT count(*) FROM sqlite_master") == 0
        guard owner == applicationID || owner == 0 && isEmpty else {
            throw StoreError(.notAStore, connection.path, "it is no file of the relay's; move it away")
        }
        let version = try connection.number("PRAGMA user_version") ?? 0
        guard version <= Self.version else {
            throw StoreError(
                .laterVersion, connection.path, "it was written by a later version; use that, or move the file away")
        }
    }

    private static func create(in connection: Connection) throws(StoreError) {
        guard try connection.number("PRAGMA application_id") != applicationID else {
            // Reads every page that matters.
            guard try connection.texts("PRAGMA quick_check(1)") == ["ok"] else {
                throw StoreError(.damaged, connection.path, "")
            }
            return
        }
        try connection.transaction { () throws(StoreError) in
            try connection.execute(statements)
            try connection.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
        }
    }

    private static let statements = """
        CREATE TABLE cursor (
            destination TEXT NOT NULL, survey TEXT NOT NULL, stream TEXT NOT NULL, upto INTEGER NOT NULL,
            PRIMARY KEY (destination, survey, stream)) WITHOUT ROWID;
        CREATE TABLE meta (
            destination TEXT NOT NULL, survey TEXT NOT NULL, revision INTEGER NOT NULL, crc INTEGER NOT NULL,
            PRIMARY KEY (destination, survey)) WITHOUT ROWID;
        CREATE TABLE destination (
            name TEXT PRIMARY KEY NOT NULL, rows INTEGER NOT NULL, rate DOUBLE, contact INTEGER, state TEXT NOT NULL,
            error TEXT, error_at INTEGER) WITHOUT ROWID;
        CREATE TABLE history (
            id INTEGER PRIMARY KEY NOT NULL, destination TEXT NOT NULL, utc INTEGER NOT NULL, text TEXT NOT NULL);
        CREATE TABLE reject (
            destination TEXT NOT NULL, survey TEXT NOT NULL, stream TEXT NOT NULL, id INTEGER NOT NULL,
            utc INTEGER NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (destination, survey, stream, id)) WITHOUT ROWID;
        """

    private static func explained(_ error: StoreError) -> StoreError {
        switch error.kind {
        case .damaged, .notGeoPackage:
            StoreError(
                .damaged, error.path,
                "the relay's ledger is damaged; move it away, and the database says what it holds")
        default: error
        }
    }

    /// What a process holds that sends a store to a destination.
    public static func lockName(of store: String, _ destination: String) -> String {
        let file = try? FileIdentity(store)
        return "waldo-relay-\(file?.device ?? 0)-\(file?.number ?? 0)-\(CRC32.of(destination.utf8))"
    }

    /// Whether a process of this machine sends a store to a destination at this moment.
    public static func isActive(_ store: String, _ destination: String) -> Bool {
        ProcessLock.isHeld(lockName(of: store, destination))
    }

    /// Moves a damaged ledger away, to a name with `.damaged` behind it.
    /// - Returns: whether that could be done.
    public static func moveAway(_ path: String) -> Bool {
        unlink(path + "-journal")
        return rename(path, path + ".damaged") == 0
    }

    /// Runs `body` in one transaction.
    /// - Throws: `StoreError`.
    public func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        try connection.transaction(body)
    }
}
