import Glibc
import WaldoLoop
import WaldoTime

/// Makes commits durable against a power cut.
///
/// With `synchronous = NORMAL` SQLite syncs the log only before a checkpoint, and a program that reads for long delays
/// those. So the log is synced by its own descriptor, which holds no lock of SQLite's: a power cut loses what was
/// committed since the last sync, and the log's checksums end it at a whole transaction.
final class LogSync {
    private let path: String
    private let every: TimeSpan
    private var descriptor: CInt = -1
    /// When the next sync is due; nil: all is durable.
    private(set) var due: Instant?

    init(path: String, every: TimeSpan) {
        self.path = path + "-wal"
        self.every = every
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// A commit has gone to the log.
    func noteCommit(at now: Instant) { if due == nil { due = now + every } }

    /// Syncs the log if that is due.
    /// - Returns: whether it was.
    func syncIfDue(at now: Instant) -> Bool {
        guard let due, now >= due else { return false }
        if descriptor < 0 {
            descriptor = open(path, O_RDONLY | O_CLOEXEC)
            PrivateFile.syncFolder(of: path)
        }
        if descriptor >= 0 { fdatasync(descriptor) }
        self.due = nil
        return true
    }
}
