import Glibc
import WaldoLoop

/// Paths that mean a descriptor with which the process was started, and no file: `-`, `/dev/stdin`, `/dev/stdout`,
/// `/dev/stderr` and `/dev/fd/N`.
public enum StandardPath {
    /// Standard input or output, whichever the place of the path asks for.
    public static let stream = "-"

    /// The descriptor to read in place of a file; nil: the path is a file's.
    static func input(_ path: String) -> CInt? {
        path == stream || path == "/dev/stdin" ? STDIN_FILENO : numbered(path)
    }

    /// The descriptor to write to in place of a file; nil: the path is a file's.
    static func output(_ path: String) -> CInt? {
        switch path {
        case stream, "/dev/stdout": STDOUT_FILENO
        case "/dev/stderr": STDERR_FILENO
        default: numbered(path)
        }
    }

    private static func numbered(_ path: String) -> CInt? {
        for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
            let digits = path.dropFirst(folder.count)
            return digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? CInt(digits) : nil
        }
        return nil
    }

    /// Whether what is written there goes to standard output, so that other text has to go elsewhere.
    public static func isStandardOutput(_ path: String?) -> Bool { path.flatMap(output) == STDOUT_FILENO }

    /// A path as messages have it.
    static func name(_ path: String, of stream: String) -> String { path == Self.stream ? stream : path }

    /// Why a descriptor cannot be written to; EBADF: it is closed, or can only be read.
    struct Refusal: Error, Equatable { let code: CInt }

    /// A duplicate of a descriptor to write to: closing it leaves the original open.
    static func duplicate(writing number: CInt) throws(Refusal) -> OwnedDescriptor {
        let flags = fcntl(number, F_GETFL)
        guard flags >= 0, flags & O_ACCMODE != O_RDONLY else { throw Refusal(code: EBADF) }
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw Refusal(code: errno) }
        return OwnedDescriptor(owning: copy)
    }
}
