import Glibc
import Synchronization

/// The files that SQLite has open in this process. Closing any other descriptor of such a file would release SQLite's
/// locks on it (sqlite.org/howtocorrupt.html, 2.2): it is kept until SQLite has closed the file.
enum OpenFiles {
    private struct File {
        var connections = 0
        /// What is closed after the last connection.
        var retained: [CInt] = []
    }

    private static let files = Mutex<[FileIdentity: File]>([:])

    /// Call before SQLite opens a file.
    /// - Returns: which one that is, for `didClose`; nil: there is none.
    static func willOpen(_ path: String) -> FileIdentity? {
        guard let file = try? FileIdentity(path) else { return nil }
        files.withLock { $0[file, default: File()].connections += 1 }
        return file
    }

    /// Call after SQLite has closed a file.
    static func didClose(_ file: FileIdentity) {
        files.withLock { files in
            files[file]?.connections -= 1
            guard let closed = files[file], closed.connections == 0 else { return }
            files[file] = nil
            for descriptor in closed.retained { Glibc.close(descriptor) }
        }
    }

    /// Whether a process has a file open by SQLite, and a log of it: this one or another.
    static func isOpen(_ path: String) -> Bool {
        guard let file = try? FileIdentity(path) else { return false }
        return files.withLock { $0[file] != nil } || ask(path, file, isLocked)
    }

    /// Whether another process has SQLite's lock for reading, as each has that uses the log (os_unix.c, SHARED_FIRST).
    private static func isLocked(_ descriptor: CInt) -> Bool {
        var range = flock()
        range.l_type = Int16(F_WRLCK)
        range.l_whence = Int16(SEEK_SET)
        (range.l_start, range.l_len) = (0x4000_0002, 510)
        return fcntl(descriptor, F_GETLK, &range) == 0 && range.l_type != F_UNLCK
    }

    /// Closes a descriptor, at once or after SQLite.
    static func close(_ descriptor: CInt, of file: FileIdentity) {
        files.withLock { files in
            if files[file] == nil { Glibc.close(descriptor) } else { files[file]?.retained.append(descriptor) }
        }
    }

    /// Asks something of a file by a descriptor of it, one that is kept where there is one.
    static func ask(_ path: String, _ file: FileIdentity, _ question: (CInt) -> Bool) -> Bool {
        files.withLock { files in
            if let descriptor = files[file]?.retained.last { return question(descriptor) }
            let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { return false }
            defer {
                if files[file] == nil { Glibc.close(descriptor) } else { files[file]?.retained.append(descriptor) }
            }
            return question(descriptor)
        }
    }
}
