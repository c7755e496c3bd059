internal import Glibc

/// A file that is made new, for its owner alone: what an arm did is for its operator to show.
enum PrivateFile {
    /// Creates a file and opens it for writing. An existing one is never overwritten, and no link is followed.
    /// - Returns: its descriptor; -1 where `errno` says why there is none.
    static func create(_ path: String) -> CInt {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        // The umask may have taken away what the owner needs. A file system without modes refuses, and keeps its own.
        if descriptor >= 0 { _ = fchmod(descriptor, 0o600) }
        return descriptor
    }
}
