import CSQLite
import Glibc

/// The file system through which SQLite opens stores: its own, without what a file beside a store from somebody else
/// can do.
///
/// * A journal can replace the store's pages, and make it as long as it states.
/// * A journal can name a super-journal, that of a change of several databases, and SQLite deletes what is named:
///   any file (sqlite.org/atomiccommit.html, 5.0). Waldo never changes several databases at once.
/// * A FIFO in place of a journal holds up who opens it.
/// * Another user can lay one after it has been looked for (`FilesBeside.claim`).
enum StoreFileSystem {
    /// The codes with which such a file is not opened. SQLite hands them on as they are.
    static let isOthersJournal: CInt = SQLITE_CANTOPEN | 0x70 << 8
    static let isNoFile: CInt = SQLITE_CANTOPEN | 0x71 << 8
    static let isStrangers: CInt = SQLITE_CANTOPEN | 0x72 << 8

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
        guard flags & SQLITE_OPEN_SUPER_JOURNAL == 0 else { return isOthersJournal }
        guard let path = path.map({ String(cString: $0) }) else { return SQLITE_OK }
        var status = stat()
        guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else { return isNoFile }
        let writes = flags & SQLITE_OPEN_READWRITE != 0
        if flags & SQLITE_OPEN_WAL != 0 {
            let store = String(path.dropLast("-wal".count))
            return FilesBeside.claim(["-wal", "-shm"], of: store, writes: writes) ? SQLITE_OK : isStrangers
        }
        guard flags & SQLITE_OPEN_MAIN_JOURNAL != 0 else { return SQLITE_OK }
        let store = String(path.dropLast("-journal".count))
        guard FilesBeside.claim(["-journal"], of: store, writes: writes) else { return isStrangers }
        return StoreJournal.isHarmless(beside: store) ? SQLITE_OK : isOthersJournal
    }
}
