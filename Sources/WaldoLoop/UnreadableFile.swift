import Glibc

/// Why a file cannot be opened or read: the same sentence for every kind of file.
public enum UnreadableFile {
    /// The sentence for an errno of open(2), stat(2) or read(2).
    public static func sentence(_ code: CInt) -> String {
        switch code {
        case ENOENT, ENOTDIR: "there is no such file; look at the name and the directory"
        case EACCES, EPERM: "this file may not be read; look at its permissions"
        case EISDIR: "this is a directory; name a file in it"
        case EBADF: "it is closed, or cannot be read; name a file"
        default: "this file cannot be opened: \(String(cString: strerror(code)))"
        }
    }
}
