internal import CSQLite
internal import Glibc

/// The file system through which SQLite opens stores: its own, without two things that a file beside a store from
/// somebody else can do.
///
/// * A journal can name a super-journal, that of a change of several databases, and SQLite deletes what is named:
///   any file (sqlite.org/atomiccommit.html, 5.0). Waldo never changes several databases at once.
/// * A journal states how many pages the store had, and SQLite makes the store as long as that: terabytes.
/// * A FIFO in place of a journal holds up who opens it.
enum StoreFileSystem {
    /// The codes with which such a file is not opened. SQLite hands them on as they are.
    static let namesAnother: CInt = SQLITE_CANTOPEN | 0x70 << 8
    static let isNoFile: CInt = SQLITE_CANTOPEN | 0x71 << 8
    static let isTooLong: CInt = SQLITE_CANTOPEN | 0x72 << 8

    /// Its name.
    static let name = "waldo"

    /// SQLite's own, which does the work. It stays the same, whatever others register later.
    private nonisolated(unsafe) static let own = sqlite3_vfs_find(nil)

    /// Whether SQLite has it. Without it no file is opened.
    static let isRegistered: Bool = {
        guard let own, let text = strdup(name) else { return false }
        // SQLite keeps both as long as the process lives.
        let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        system.initialize(to: own.pointee)
        system.pointee.pNext = nil
        system.pointee.zName = UnsafePointer(text)
        system.pointee.xOpen = { _, path, file, flags, outcome in
            let refusal = StoreFileSystem.refusal(path, flags)
            guard refusal == SQLITE_OK, let own = StoreFileSystem.own else {
                file?.pointee.pMethods = nil
                return refusal == SQLITE_OK ? SQLITE_CANTOPEN : refusal
            }
            return own.pointee.xOpen(own, path, file, flags, outcome)
        }
        return sqlite3_vfs_register(system, 0) == SQLITE_OK
    }()

    /// - Parameter path: nil: a temporary file, which SQLite names.
    private static func refusal(_ path: UnsafePointer<CChar>?, _ flags: CInt) -> CInt {
        guard flags & SQLITE_OPEN_SUPER_JOURNAL == 0 else { return namesAnother }
        var status = stat()
        guard let path, stat(path, &status) == 0 else { return SQLITE_OK }
        guard status.st_mode & S_IFMT == S_IFREG else { return isNoFile }
        guard flags & SQLITE_OPEN_MAIN_JOURNAL != 0, let stated = originalSize(inJournal: path) else {
            return SQLITE_OK
        }
        let journal = Int64(status.st_size), store = String(cString: path).dropLast("-journal".count)
        guard stat(String(store), &status) == 0 else { return SQLITE_OK }
        // Each page that the store has lost since then is in the journal, but for one, which holds the locks.
        let (most, isMore) = journal.addingReportingOverflow(Int64(status.st_size))
        return isMore || stated - largestPage <= most ? SQLITE_OK : isTooLong
    }

    private static let largestPage: Int64 = 65_536

    /// The bytes of the store that a journal belongs to, as the journal states them (sqlite.org/fileformat.html, 3);
    /// nil: it states nothing, and SQLite rolls nothing back.
    private static func originalSize(inJournal path: UnsafePointer<CChar>) -> Int64? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var head = [UInt8](repeating: 0, count: 28)
        guard pread(file, &head, head.count, 0) == head.count,
            head.starts(with: [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7])
        else { return nil }
        func number(_ place: Int) -> Int64 { head[place..<(place + 4)].reduce(0) { $0 << 8 | Int64($1) } }
        return number(16) * min(number(24), largestPage)
    }
}
