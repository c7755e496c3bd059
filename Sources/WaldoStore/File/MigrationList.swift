import Glibc
import WaldoLoop

/// The steps by which older files are brought to the present version: always on a copy.
struct MigrationList {
    /// The version that the steps lead to.
    let latest: Int64
    private let steps: [Migration]

    /// The program's own: version 1 is the first.
    static let all = MigrationList(latest: Schema.version, steps: [])

    init(latest: Int64, steps: [Migration]) {
        self.latest = latest
        self.steps = steps
    }

    /// Copies a file as it is committed, and migrates the copy, which then has the tables that Waldo makes. Nothing
    /// that the file holds runs meanwhile.
    func copy(_ original: Connection, from version: Int64, to path: String) throws(StoreError) {
        guard steps.contains(where: { $0.from == version }) else {
            throw StoreError(.failed, original.path, "this program cannot migrate version \(version)")
        }
        // SQLite writes into an empty file that is there, whoever has made it.
        let made = PrivateFile.create(path)
        guard made >= 0 else { throw StoreFile.systemError(errno, path) }
        Glibc.close(made)
        // What it writes into is a URI to it.
        try original.execute("VACUUM INTO ?") { $0.bind(FileURI.text(path)) }
        let copy = try Connection(path, for: .migrating, patience: 1)
        defer { copy.close() }
        try copy.transaction { () throws(StoreError) in
            for from in version..<latest {
                guard let step = steps.first(where: { $0.from == from }) else {
                    throw StoreError(.failed, original.path, "this program cannot migrate version \(from)")
                }
                try copy.execute(step.statements)
            }
            try copy.execute("UPDATE waldo_schema SET version = \(latest)")
        }
        _ = try Self.naming(original) { () throws(StoreError) in try StoreCheck.schema(of: copy, latest: latest) }
        guard try copy.texts("PRAGMA integrity_check") == ["ok"] else {
            throw StoreError(.damaged, original.path, "the file is damaged; restore it from a copy")
        }
    }

    /// Has what is wrong with a copy said of the file that it was made of.
    @discardableResult private static func naming<Result>(
        _ original: Connection, _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        do throws(StoreError) { return try body() } catch {
            throw StoreError(error.kind, original.path, error.sentence)
        }
    }

    /// Replaces a file with its migrated copy; the file stays beside it as `FILE.v1`. Closes the connection.
    /// - Throws: `StoreError`, with the file as it was: `.foreign` if the copy may not be written.
    func replace(_ original: Connection, from version: Int64) throws(StoreError) {
        let path = original.path
        let (copied, kept) = (path + ".migrating", path + ".v\(version)")
        for suffix in [""] + FilesBeside.suffixes { unlink(copied + suffix) }
        defer { unlink(copied) }
        try copy(original, from: version, to: copied)
        try Self.naming(original) { () throws(StoreError) in
            let copy = try Connection(copied, for: .reading, patience: 1)
            defer { copy.close() }
            _ = try StoreCheck.writableSchema(of: copy, latest: latest)
        }
        // A log that stayed beside the name would be taken for the new file's.
        _ = try original.texts("PRAGMA wal_checkpoint(TRUNCATE)")
        guard try original.texts("PRAGMA journal_mode = DELETE").first == "delete" else {
            throw StoreError(.busy, path, "another program reads the file, which has to be migrated; close it there")
        }
        original.close()
        guard link(path, kept) == 0 || errno == EEXIST, rename(copied, path) == 0 else {
            throw StoreFile.systemError(errno, path)
        }
        PrivateFile.syncFolder(of: path)
    }
}
