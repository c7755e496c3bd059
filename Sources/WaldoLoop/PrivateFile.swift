import CWaldoShims
import Glibc

/// Creates files that only their owner may read and write: what an arm did and where somebody has been is private to
/// the operator. Waldo creates no file in any other way.
package enum PrivateFile {
    /// How a file is opened once it exists.
    package enum Access: Sendable {
        case writing, readingAndWriting
    }

    /// Creates a file and opens it. An existing file is never opened, and no symbolic link is followed.
    /// - Parameter mode: the file's; another than 0600 is for what belongs to a file that is there.
    /// - Returns: its descriptor; -1 on failure, with the reason in `errno`.
    package static func create(_ path: String, for access: Access = .writing, mode: UInt32 = 0o600) -> CInt {
        let flags = (access == .writing ? O_WRONLY : O_RDWR) | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = open(path, flags, mode)
        // The umask may have removed the owner's bits. On a file system without modes this fails, which is harmless.
        if descriptor >= 0 { _ = fchmod(descriptor, mode) }
        return descriptor
    }

    /// Creates a file and removes its name at once, so that it vanishes with its descriptor. Nobody can foresee its
    /// name and take it.
    /// - Returns: its descriptor, for reading and writing; -1 on failure, with the reason in `errno`.
    package static func createNameless(in folder: String) -> CInt {
        while true {
            let path = "\(folder)/.waldo-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
            let descriptor = create(path, for: .readingAndWriting)
            if descriptor >= 0 { unlink(path) } else if errno == EEXIST { continue }
            return descriptor
        }
    }

    /// Renames a file that is whole to its own name, and never replaces another.
    /// - Returns: whether that was done; else the reason is in `errno`, such as EEXIST.
    package static func setName(_ passing: String, _ path: String) -> Bool {
        if waldo_give_name(passing, path) == 0 { return true }
        // A file system with neither such a rename nor hard links: an empty file of our own claims the name.
        switch errno {
        case EPERM, EOPNOTSUPP, ENOSYS: break
        default: return false
        }
        let claim = create(path)
        guard claim >= 0 else { return false }
        close(claim)
        if rename(passing, path) == 0 { return true }
        let code = errno
        unlink(path)
        errno = code
        return false
    }

    /// Creates an empty file unless there is one, for a library that opens files by name. Whether it is there shows
    /// when the library opens it.
    package static func ensure(_ path: String) {
        let descriptor = create(path)
        if descriptor >= 0 { close(descriptor) }
    }
}
