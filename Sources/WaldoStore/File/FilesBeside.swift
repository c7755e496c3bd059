internal import Glibc

/// The files that SQLite keeps beside a database: its log, the index of that, and its journal. In a folder that others
/// may write, another user can have laid them: that user could read and change what is written, and crash a process
/// that maps them.
enum FilesBeside {
    private static let suffixes = ["-journal", "-wal", "-shm"]

    /// Refuses a file beside which another user's lies.
    /// - Throws: `StoreError`: `.foreign`, with its name.
    static func requireOwn(_ path: String) throws(StoreError) {
        let resolved = realpath(path, nil)
        defer { free(resolved) }
        let file = resolved.map { String(cString: $0) } ?? path
        var main = stat()
        guard stat(file, &main) == 0 else { return }
        for suffix in suffixes {
            var beside = stat()
            guard lstat(file + suffix, &beside) == 0, beside.st_mode & S_IFMT == S_IFREG, !isOwn(beside, of: main)
            else {
                continue
            }
            throw StoreError(
                .foreign, path,
                "its `\(suffix)` file belongs to another user, who could read and change what is written; remove it")
        }
    }

    /// Whether a file is the operator's, or belongs to who has the main one, and is open to nobody else to write.
    private static func isOwn(_ beside: stat, of main: stat) -> Bool {
        let others = S_IWGRP | S_IWOTH
        return isTrusted(beside, main.st_uid) && beside.st_mode & others & ~main.st_mode == 0
    }

    /// Whether a file belongs to root, this process's user or somebody who is trusted with it anyway.
    static func isTrusted(_ file: stat, _ owner: uid_t) -> Bool { [0, geteuid(), owner].contains(file.st_uid) }
}
