internal import Glibc

/// Creates files that only their owner may read and write: a recording of an arm is private to its operator.
enum PrivateFile {
    /// Creates a file with mode 0600 and opens it for writing. An existing file is never overwritten, and no symbolic
    /// link is followed.
    /// - Returns: its descriptor; -1 on failure, with the reason in `errno`.
    static func create(_ path: String) -> CInt {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        // The umask may have removed the owner's bits. On a file system without modes this fails, which is harmless.
        if descriptor >= 0 { _ = fchmod(descriptor, 0o600) }
        return descriptor
    }
}
