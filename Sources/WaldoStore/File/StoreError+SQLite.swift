import CSQLite
import WaldoCore
import WaldoLoop

extension StoreError {
    /// What one of SQLite's result codes means for a store (sqlite.org/rescode.html).
    /// - Parameter unreadable: the errno of an attempt to read the file; nil: it can be read, or need not be there.
    init(code: CInt, unreadable: CInt?, message: String, path: String) {
        switch code {
        case Connection.needsRollback:
            self.init(
                .damaged, path,
                "a Waldo was killed while it opened or closed it; open it as a user who may write it and its folder")
            return
        // SQLITE_IOERR_SHMSIZE: there is no room for the index of the log.
        case 4874:
            self.init(full: path)
            return
        case StoreFileSystem.isOthersJournal:
            self.init(
                .foreign, path,
                "a journal (`-journal`) lies beside it that is not Waldo's; if another program was killed while it changed "
                    + "the file, open the file there, or by `sqlite3 FILE .tables`; else move the journal away")
            return
        case StoreFileSystem.isStrangers:
            self.init(
                .foreign, path,
                "its `-journal`, `-wal` or `-shm` belongs to another user, who could read and change what is written; "
                    + "remove that")
            return
        // SQLITE_IOERR_SHMOPEN: also the index of a log that cannot be truncated.
        case StoreFileSystem.isNoFile, 4618:
            self.init(
                .foreign, path,
                "the file, or its `-journal`, `-wal` or `-shm` beside it, is not a regular file; remove that")
            return
        default: break
        }
        switch code & 0xff {
        case SQLITE_FULL: self.init(full: path)
        case SQLITE_READONLY:
            self.init(.readOnly, path, "the file or its folder may not be written; change its permissions")
        case SQLITE_BUSY, SQLITE_LOCKED:
            self.init(.busy, path, "another program has locked the file; close it there")
        case SQLITE_INTERRUPT: self.init(.interrupted, path, "the command was interrupted; nothing was changed")
        case SQLITE_TOOBIG:
            self.init(
                .tooLong, path,
                "a text or blob in it has more than \(Hardening.longest >> 20) MB, as nothing of a survey has; restore it from "
                    + "a copy")
        case SQLITE_NOMEM:
            self.init(
                .foreign, path,
                "it takes more memory than a survey does, or the machine has none left; end other programs")
        // A function that the authorizer refuses is an error of its statement.
        case SQLITE_ERROR where message.hasPrefix("not authorized"), SQLITE_AUTH:
            self.init(.foreign, path, "a view in it does more than join tables; name a file whose tiles are a table")
        case SQLITE_NOTADB: self.init(noDatabase: path)
        case SQLITE_CORRUPT:
            self.init(.damaged, path, "the file is damaged (\(message)); restore it from a copy")
        case SQLITE_ERROR:
            self.init(
                .damaged, path,
                "its tables are not those of a store (\(SafeText.escaped(message, upTo: 200))); restore it from a copy"
            )
        case SQLITE_CANTOPEN:
            self.init(
                .cannotOpen, path,
                unreadable.map(UnreadableFile.sentence)
                    ?? (FileIdentity.hasLog(path)
                        ? "its last rows are in the `-wal` file beside it, and to read that takes a folder that may be "
                            + "written; copy both files to one"
                        : "the file, or one beside it, cannot be opened; check the permissions of its directory"))
        case SQLITE_IOERR where message.contains("disk is full"):
            self.init(full: path)
        default:
            self.init(.failed, path, "SQLite reports \"\(SafeText.escaped(message, upTo: 200))\" (\(code))")
        }
    }

    /// A step computes for longer than a file of this size can need.
    init(late path: String) {
        self.init(
            .foreign, path,
            "reading it exceeds the time limit for a file of its size: it is damaged or hostile; restore it from a copy"
        )
    }

    /// The file is no SQLite database, as GeoPackage and MBTiles are.
    init(noDatabase path: String, called kind: String = "a GeoPackage") {
        if let packed = PackedFile(beginning: FileIdentity.beginning(of: path)) {
            self.init(.notGeoPackage, path, "this is \(packed.name), and not \(kind): unpack it")
        } else {
            self.init(.notGeoPackage, path, "this is not \(kind); name another file")
        }
    }

    /// There is no room for more.
    init(full path: String) { self.init(.full, path, "the disk is full; make room, and start again") }
}
