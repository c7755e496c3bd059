import WaldoLoop

/// Reads a store, also while it is written.
///
/// Used by one thread at a time. Each call sees one state of the file.
public final class StoreReader {
    /// The file.
    public let path: String
    package let connection: Connection
    /// Whether an editor of this process has the file.
    private let isShared: Bool
    /// A migrated copy of an older file, which lasts as long as this object.
    private let copy: TemporaryCopy?

    /// How long a reader waits for a lock, in seconds: a live file is in write-ahead mode, where it never has to.
    private static let patience = 2.0

    /// Opens a store; an older version's is migrated on a temporary copy.
    /// - Parameters:
    ///   - evenWithoutLog: opens also a file whose survey was not ended and whose `-wal` file is not there: rows are
    ///     missing from it.
    ///   - isInterrupted: asked every millisecond or so; once it is, what goes on fails as `.interrupted`.
    /// - Throws: `StoreError`: `.cannotOpen`, `.notGeoPackage`, `.notAStore`, `.laterVersion`, `.withoutLog`, others.
    public convenience init(
        path: String, evenWithoutLog: Bool = false, isInterrupted: (@Sendable () -> Bool)? = nil
    ) throws(StoreError) {
        try self.init(path: path, evenWithoutLog: evenWithoutLog, migrations: .all, isInterrupted: isInterrupted)
    }

    init(
        path: String, evenWithoutLog: Bool, migrations: MigrationList, isInterrupted: (@Sendable () -> Bool)? = nil
    ) throws(StoreError) {
        _ = try FileIdentity(path)
        isShared = false
        let original = try Connection(path, for: .reading, patience: Self.patience, isInterrupted: isInterrupted)
        let version = try StoreCheck.schema(of: original, latest: migrations.latest)
        if !evenWithoutLog { try StoreCheck.log(of: original) }
        self.path = path
        if version < migrations.latest {
            let copy = TemporaryCopy()
            try migrations.copy(original, from: version, to: copy.path)
            original.close()
            connection = try Connection(
                copy.path, for: .reading, patience: Self.patience, isInterrupted: isInterrupted)
            self.copy = copy
        } else {
            connection = original
            copy = nil
        }
    }

    /// The bytes of a file and of the log beside it; 0: there is none.
    public static func size(of path: String) -> Int64 { FileIdentity.size(path) }

    /// Reads along with an editor, inside of its transactions too.
    init(sharing connection: Connection) {
        path = connection.path
        self.connection = connection
        isShared = true
        copy = nil
    }

    /// Whether a process of this machine is writing the file at this moment.
    public var isBeingWritten: Bool { !isShared && StoreLock.isHeld(path) }

    package func notFound(_ what: String) -> StoreError { StoreError(.missing, path, "there is no \(what) in it") }
}
