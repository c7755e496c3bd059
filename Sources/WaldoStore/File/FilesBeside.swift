import Glibc
import WaldoLoop

/// The files that SQLite keeps beside a database: its log, the index of that, and its journal. In a folder that others
/// may write, another user can have laid them: that user could read and change what is written, and crash a process
/// that maps them.
package enum FilesBeside {
    /// What their names have behind the database's.
    package static let suffixes = ["-journal", "-wal", "-shm"]
    private static let others = S_IWGRP | S_IWOTH

    /// Refuses a file beside which another user's lies.
    /// - Throws: `StoreError`: `.foreign`, with its name.
    static func requireOwn(_ path: String) throws(StoreError) {
        let resolved = realpath(path, nil)
        defer { free(resolved) }
        let file = resolved.map { String(cString: $0) } ?? path
        var main = stat()
        guard stat(file, &main) == 0 else { return }
        try requireOwnLog(path, file)
        for suffix in suffixes {
            var beside = stat()
            guard lstat(file + suffix, &beside) == 0, beside.st_mode & S_IFMT == S_IFREG,
                !isOwn(beside, of: main, in: FileIdentity.folder(of: file))
            else {
                continue
            }
            let fault = UserNamespace.own.fault(of: "its `\(suffix)` file", ownedBy: beside.st_uid)
            throw StoreError(.foreign, path, "\(fault), who could read and change what is written; remove it")
        }
    }

    /// Makes sure of files beside a database at the moment at which SQLite opens them: each is there and nobody else's,
    /// or it is created here, so that nobody else can lay it.
    /// - Parameter writes: whether SQLite opens them to write, and creates those that are not there.
    /// - Returns: whether none is another user's.
    static func claim(_ suffixes: [String], of file: String, writes: Bool) -> Bool {
        var main = stat()
        guard stat(file, &main) == 0 else { return true }
        return suffixes.allSatisfy { suffix in
            let path = file + suffix
            if writes {
                let made = PrivateFile.create(path, mode: main.st_mode & 0o777)
                if made >= 0 {
                    if geteuid() == 0 { _ = fchown(made, main.st_uid, main.st_gid) }
                    close(made)
                }
            }
            var beside = stat()
            guard lstat(path, &beside) == 0 else { return true }
            return beside.st_mode & S_IFMT == S_IFREG && isOwn(beside, of: main, in: FileIdentity.folder(of: file))
        }
    }

    /// Refuses a log that is not the file's, which SQLite would play in. As long as a file's log is in use, the file's
    /// header says so (sqlite.org/fileformat.html, 1.3.3). A process that has the file open has let the log in.
    private static func requireOwnLog(_ path: String, _ file: String) throws(StoreError) {
        // Asked twice: a writer may end between two questions.
        for _ in 0..<2 {
            guard FileIdentity.hasLog(file) else { return }
            guard isClosed(file) || !OpenFiles.isOpen(file) && StoreLog.isOthers(beside: file) else { return }
        }
        throw StoreError(
            .foreign, path,
            "a log (`-wal`) lies beside it that is not Waldo's; if another program was killed while it changed the file, "
                + "open the file there, or by `sqlite3 FILE .tables`; else move the log away")
    }

    /// Whether a file's header says that it is written and read without a log.
    private static func isClosed(_ path: String) -> Bool {
        guard let file = try? FileIdentity(path) else { return false }
        return OpenFiles.ask(path, file) { descriptor in
            var versions: (write: UInt8, read: UInt8) = (0, 0)
            return pread(descriptor, &versions, 2, 18) == 2 && versions == (1, 1)
        }
    }

    /// Whether a file is the operator's, or belongs to who has the main one, and is open to nobody else to write.
    private static func isOwn(_ beside: stat, of main: stat, in folder: String) -> Bool {
        isTrusted(beside, main.st_uid, in: folder) && beside.st_mode & others & ~main.st_mode == 0
    }

    /// Whether a file belongs to root, this process's user or somebody who is trusted with it anyway.
    ///
    /// Two owners that a user namespace hides look alike, and may be two users. Then the folder decides: where its
    /// owner alone may write, he has laid the file, or could have laid the main one as well.
    static func isTrusted(
        _ file: stat, _ owner: uid_t, in folder: String, namespace: UserNamespace = .own
    ) -> Bool {
        guard namespace.hides(file.st_uid) else { return [0, geteuid(), owner].contains(file.st_uid) }
        var status = stat()
        return file.st_uid == owner && stat(folder, &status) == 0 && status.st_mode & others == 0
    }
}
