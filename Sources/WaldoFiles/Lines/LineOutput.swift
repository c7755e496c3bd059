import Glibc
import WaldoLoop

/// Opens an existing FIFO or character device, such as /dev/null, to write to it directly.
enum LineOutput {
    /// Why it cannot be opened; EEXIST: it is something else, or another user's FIFO.
    struct Refusal: Error, Equatable { let code: CInt }

    /// Opens it without blocking on a FIFO that has no reader, which fails with ENXIO.
    static func open(_ path: String) throws(Refusal) -> OwnedDescriptor {
        var status = stat()
        guard lstat(path, &status) == 0, isOne(status) else { throw Refusal(code: EEXIST) }
        let number = Glibc.open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | O_NOFOLLOW)
        guard number >= 0 else { throw Refusal(code: errno) }
        let descriptor = OwnedDescriptor(owning: number)
        // In a world-writable directory another user may have replaced it after the first check.
        guard fstat(number, &status) == 0, isOne(status) else { throw Refusal(code: EEXIST) }
        return descriptor
    }

    /// Whether it is safe to write to. Another user's FIFO is not: its owner could read the lines.
    private static func isOne(_ status: stat) -> Bool {
        switch status.st_mode & S_IFMT {
        case S_IFIFO: status.st_uid == geteuid() || status.st_uid == 0
        case S_IFCHR: true
        default: false
        }
    }
}
