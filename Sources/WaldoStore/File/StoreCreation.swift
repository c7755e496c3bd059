import Glibc
import WaldoLoop

/// Makes a file with Waldo's schema under another name first, so that its own name stands for a whole file, whenever
/// the process is killed.
package enum StoreCreation {
    private static let patience = 5.0

    /// Makes the file.
    /// - Returns: its lock, held.
    /// - Throws: `StoreError`; then there is no file.
    static func make(_ path: String, writtenBy version: String) throws(StoreError) -> StoreLock {
        try requireNothing(at: path, elseAppend: true)
        let passing = Self.passing(path)
        removeLeft(passing)
        let descriptor = PrivateFile.create(passing, for: .readingAndWriting)
        guard descriptor >= 0 else { throw refusal(errno, path, passing) }
        let lock: StoreLock
        do throws(LockRefusal) { lock = try StoreLock(owning: descriptor) } catch {
            throw StoreFile.refusal(error, path)
        }
        do throws(StoreError) {
            try fill(passing, version)
            try requireNothing(at: path, elseAppend: true)
            guard PrivateFile.setName(passing, path) else { throw refusal(errno, path, passing) }
        } catch {
            remove(passing, lock.file)
            throw StoreError(error.kind, path, error.sentence)
        }
        PrivateFile.syncFolder(of: path)
        return lock
    }

    /// A name that nobody else gives: what lies there without a lock is removed.
    static func passing(_ path: String) -> String {
        let folder = FileIdentity.folder(of: path), name = path.lastIndex(of: "/").map { path[$0...].dropFirst() }
        return "\(folder).\(name ?? path[...]).waldo-new"
    }

    private static func fill(_ path: String, _ version: String) throws(StoreError) {
        let connection = try Connection(path, for: .creating, patience: patience)
        defer { connection.close() }
        try connection.transaction { () throws(StoreError) in
            try connection.execute(Schema.statements)
            try connection.execute("INSERT INTO waldo_schema VALUES (1, \(Schema.version), ?, 1)") {
                $0.bind(version)
            }
        }
    }

    /// Refuses a name that is taken, or beside which another file's log or journal lies: SQLite would take it for the
    /// new file's.
    /// - Parameter elseAppend: whether the operator can append to it as well.
    package static func requireNothing(at path: String, elseAppend: Bool = false) throws(StoreError) {
        if FileIdentity.exists(path) {
            throw StoreError(.exists, path, "the file exists; name another" + (elseAppend ? ", or append to it" : ""))
        }
        for suffix in FilesBeside.suffixes where FileIdentity.exists(path + suffix) {
            throw StoreError(
                .exists, path,
                "\(path)\(suffix) lies there, of a file that was moved or deleted; rename it as that file was, or remove "
                    + "it, or name another file")
        }
    }

    /// Removes what a process that was killed has left; one that still has its lock is at work.
    private static func removeLeft(_ passing: String) {
        guard let left = try? StoreLock(passing) else { return }
        remove(passing, left.file)
    }

    /// Removes a file that has been made here, and what SQLite keeps beside it.
    static func remove(_ path: String, _ identity: FileIdentity) {
        guard let now = try? FileIdentity(path), now == identity else { return }
        for suffix in [""] + FilesBeside.suffixes { unlink(path + suffix) }
    }

    private static func refusal(_ code: CInt, _ path: String, _ passing: String) -> StoreError {
        switch code {
        case EEXIST where FileIdentity.exists(path):
            StoreError(.exists, path, "the file exists; name another, or append to it")
        case EEXIST: StoreError(.exists, path, "another process is making it, or \(passing) has to be removed")
        case ENOENT, ENOTDIR: StoreError(.failed, path, "there is no such directory; create it first")
        case EACCES, EPERM, EROFS, ENOSPC, EDQUOT: StoreFile.systemError(code, path)
        default: StoreError(.failed, path, "it cannot be created: \(String(cString: strerror(code)))")
        }
    }
}
