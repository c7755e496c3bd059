import Glibc

/// Locks of single bytes of a file, far behind all that a file holds. One open file description has such a lock, in
/// this process or another, until it is unlocked or closed; the kernel closes it however its process ends (fcntl(2),
/// open file description locks).
///
/// A process that may not open the file for writing cannot hold a lock. One that may read the file can keep others
/// from taking it, as it can with SQLite's locks.
public enum FileLock {
    /// The position of byte 0. SQLite's own locks are at 2^30.
    static let start: off_t = 1 << 62

    /// F_OFD_GETLK and F_OFD_SETLK of asm-generic/fcntl.h, which Swift's Glibc module leaves out.
    static let get: CInt = 36, set: CInt = 37

    /// Acquires a lock.
    /// - Parameters:
    ///   - descriptor: a file that is open for writing.
    ///   - byte: distinguishes the locks of one file.
    /// - Throws: `LockRefusal`: `.locked` when another open file description has the lock, else `.failed`.
    public static func acquire(_ descriptor: CInt, at byte: UInt32 = 0) throws(LockRefusal) {
        var lock = range(F_WRLCK, byte)
        guard fcntl(descriptor, set, &lock) != 0 else { return }
        let failure = SystemFailure("fcntl")
        guard failure.code == EAGAIN || failure.code == EACCES else { throw .failed(failure) }
        throw .locked(by: holder(descriptor, at: byte))
    }

    /// Releases a lock.
    public static func release(_ descriptor: CInt, at byte: UInt32 = 0) {
        var lock = range(F_UNLCK, byte)
        _ = fcntl(descriptor, set, &lock)
    }

    /// Whether another open file description has the lock. Nothing is taken.
    /// - Parameter descriptor: the file, open in any way.
    public static func isHeld(_ descriptor: CInt, at byte: UInt32 = 0) -> Bool {
        // Asked by a lock for reading: those of others for reading are not Waldo's.
        var lock = range(F_RDLCK, byte)
        return fcntl(descriptor, get, &lock) == 0 && lock.l_type != F_UNLCK
    }

    private static func range(_ kind: CInt, _ byte: UInt32) -> flock {
        var range = flock()
        range.l_type = Int16(kind)
        range.l_whence = Int16(SEEK_SET)
        range.l_start = start + off_t(byte)
        range.l_len = 1
        return range
    }

    /// Who has a lock, as the kernel lists it for each open file of a process. Of other users' processes only root
    /// sees that.
    private static func holder(_ descriptor: CInt, at byte: UInt32) -> LockHolder {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return LockHolder() }
        let (file, position) = (":\(status.st_ino)", "\(start + off_t(byte))")
        return ProcessTable.firstProcess { pid, number in
            KernelFile.lines(of: "/proc/\(pid)/fdinfo/\(number)").contains { line in
                let words = line.split(whereSeparator: \.isWhitespace)
                return words.first == "lock:" && words.contains("OFDLCK") && words.contains { $0.hasSuffix(file) }
                    && words.contains { $0 == position }
            }
        }
    }
}
