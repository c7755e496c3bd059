internal import Glibc
internal import WaldoLoop

/// A FIFO or a character device, such as /dev/null: it is there to be written to as it stands.
enum LineOutput {
    /// Why it is not written to; EEXIST: it is something else, or not ours.
    struct Refusal: Error, Equatable { let code: CInt }

    /// Opens it, without waiting for a FIFO's reader.
    static func open(_ path: String) throws(Refusal) -> OwnedDescriptor {
        var status = stat()
        guard lstat(path, &status) == 0, isOne(status) else { throw Refusal(code: EEXIST) }
        let number = Glibc.open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | O_NOFOLLOW)
        guard number >= 0 else { throw Refusal(code: errno) }
        let descriptor = OwnedDescriptor(owning: number)
        // In a directory that all may write to, another user may have put something else in its place meanwhile.
        guard fstat(number, &status) == 0, isOne(status) else { throw Refusal(code: EEXIST) }
        return descriptor
    }

    /// A FIFO that another user has laid there reads along, or keeps what it was given.
    private static func isOne(_ status: stat) -> Bool {
        switch status.st_mode & S_IFMT {
        case S_IFIFO: status.st_uid == geteuid() || status.st_uid == 0
        case S_IFCHR: true
        default: false
        }
    }
}
