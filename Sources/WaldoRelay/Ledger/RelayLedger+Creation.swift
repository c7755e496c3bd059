import Glibc
import WaldoCore
public import WaldoStore

extension RelayLedger {
    /// Opens the ledger, or begins one.
    /// - Throws: `StoreError`: `.damaged`: it is one no more; `.notAStore`: it is something else.
    public convenience init(path: String) throws(StoreError) {
        do throws(StoreError) {
            try self.init(path: path, readOnly: false)
        } catch  where [.cannotOpen, .readOnly].contains(error.kind) {
            throw Self.unwritable(error)
        }
        do throws(StoreError) {
            try Self.create(in: connection)
            if hasLog { try connection.execute("DELETE FROM cursor") }
        } catch  where error.kind == .readOnly {
            throw Self.unwritable(error)
        } catch {
            throw Self.explained(error)
        }
    }

    /// A survey that is only read may be in a folder that cannot be written.
    private static func unwritable(_ error: StoreError) -> StoreError {
        let folder = error.path.lastIndex(of: "/").map { String(error.path[...$0]) } ?? "./"
        guard access(folder, W_OK | X_OK) != 0 else { return error }
        return StoreError(
            error.kind, error.path,
            "a push notes there what the database has, and the folder \(SafeText.escaped(folder, upTo: 200)) cannot be "
                + "written; make it writable, or push a copy of the survey in another folder")
    }

    private static func create(in connection: Connection) throws(StoreError) {
        guard try connection.number("PRAGMA application_id") != applicationID else {
            // Reads every page that matters.
            guard try connection.texts("PRAGMA quick_check(1)") == ["ok"] else {
                throw StoreError(.damaged, connection.path, "")
            }
            return try connection.execute(uploads)
        }
        try connection.transaction { () throws(StoreError) in
            try connection.execute(statements + uploads)
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

    /// Moves a damaged ledger away, to a name with `.damaged` behind it.
    /// - Returns: whether that could be done.
    static func moveAway(_ path: String) -> Bool {
        for suffix in FilesBeside.suffixes { unlink(path + suffix) }
        return rename(path, path + ".damaged") == 0
    }
}
