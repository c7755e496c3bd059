import Glibc
import WaldoLoop

/// What a relay remembers beside a store, in `FILE.relay`: up to where each destination's database has acknowledged
/// each stream, what happened, and which rows could not travel.
///
/// It survives the end of the process at any moment. If it is lost, nothing else is: the database says what it holds.
/// It is read here, and written by the relay alone. Used by one thread at a time.
public final class RelayLedger {
    /// The file.
    public let path: String
    package let connection: Connection
    let isReadOnly: Bool
    /// Whether a log lay beside it that no process had open: one that was killed has left it, or somebody else.
    package let hasLog: Bool

    /// `WRLY`.
    package static let applicationID: Int64 = 0x5752_4C59
    /// The version of its tables.
    package static let version: Int64 = 1

    /// The names of all tables that a ledger may have.
    package static let tables: Set<String> = ["cursor", "meta", "destination", "history", "reject", "upload", "client"]

    /// The ledger of a store: `walk.relay` of `walk.gpkg`.
    public static func path(for store: String) -> String {
        (store.hasSuffix(".gpkg") && store.count > 5 ? String(store.dropLast(5)) : store) + ".relay"
    }

    /// Opens the file of a ledger, which may be empty yet.
    /// - Throws: `StoreError`: `.damaged`: it is one no more; `.notAStore`: it is something else.
    package init(path: String, readOnly: Bool) throws(StoreError) {
        self.path = path
        isReadOnly = readOnly
        hasLog = FileIdentity.hasLog(path) && !OpenFiles.isOpen(path)
        do throws(StoreError) {
            try Self.requireOwnFile(path)
            connection = try Connection(path, for: readOnly ? .reading : .writing, patience: 5)
            try Self.checkOwner(of: connection)
            if !readOnly {
                try connection.accept()
                try beginLog()
            }
        } catch {
            throw Self.explained(error)
        }
    }

    /// On a full disk nothing is noted, and rows are sent all the same.
    private func beginLog() throws(StoreError) {
        do throws(StoreError) { try connection.beginLog() } catch  where error.kind == .full {}
    }

    deinit { if !isReadOnly { connection.endLog() } }

    /// Opens a ledger that is only read; nil: there is none.
    /// - Throws: `StoreError`: `.damaged`: it is one no more; `.notAStore`: it is something else.
    public convenience init?(reading path: String) throws(StoreError) {
        guard FileIdentity.exists(path) else { return nil }
        try self.init(path: path, readOnly: true)
        guard try connection.number("PRAGMA application_id") == Self.applicationID else { return nil }
    }

    /// A pipe would be waited for; and who owns the file says what a database has.
    private static func requireOwnFile(_ path: String) throws(StoreError) {
        var status = stat(), folder = stat()
        guard stat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(.notAStore, path, "it is no regular file, and so no file of the relay's; move it away")
        }
        let directory = FileIdentity.folder(of: path)
        let owner = stat(directory, &folder) == 0 ? folder.st_uid : geteuid()
        guard FilesBeside.isTrusted(status, owner, in: directory) else {
            let fault = UserNamespace.own.fault(of: "it", ownedBy: status.st_uid)
            throw StoreError(.foreign, path, "\(fault); move it away, and the database says what it holds")
        }
    }

    private static func checkOwner(of connection: Connection) throws(StoreError) {
        let owner = try connection.number("PRAGMA application_id") ?? 0
        let objects = try connection.schema(), isEmpty = objects.isEmpty
        guard owner == applicationID || owner == 0 && isEmpty else {
            throw StoreError(.notAStore, connection.path, "it is no file of the relay's; move it away")
        }
        let version = try connection.number("PRAGMA user_version") ?? 0
        guard version <= Self.version else {
            throw StoreError(
                .laterVersion, connection.path, "it was written by a later version; use that, or move the file away")
        }
        guard objects.allSatisfy({ $0.isPlainTable && tables.contains($0.name) }) else {
            throw StoreError(
                .foreign, connection.path,
                "something in it is not the relay's; move it away, and the database says what it holds")
        }
    }

    /// An error of a ledger, with what to do about a damaged one.
    package static func explained(_ error: StoreError) -> StoreError {
        switch error.kind {
        case .damaged, .notGeoPackage:
            StoreError(
                .damaged, error.path,
                "the relay's ledger is damaged; move it away, and the database says what it holds")
        default: error
        }
    }
}
