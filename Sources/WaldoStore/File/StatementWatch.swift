import CSQLite
import Glibc
import WaldoLoop
import WaldoTime

/// Has SQLite ask now and then whether its work is to end, also within one long statement: because the caller ends it,
/// or because a step computes for longer than a file of this size can need.
final class StatementWatch {
    /// How long a step may compute: a time, and one for each byte that is stored of the file. What counts is the
    /// processor's time of the thread: a disk that stalls, or a process that is stopped, says nothing of the file.
    struct Patience {
        var least: TimeSpan
        /// How many bytes a slow disk reads in a microsecond; nil: the size does not matter.
        var bytesAMicrosecond: Int64?

        /// A file that is worked on: some steps read all of it, and some rewrite it.
        static let working = Patience(least: .seconds(20), bytesAMicrosecond: 1)
        /// A page that waits for a picture.
        static let showing = Patience(least: .seconds(5))
    }

    private let path: String
    /// How long a step may compute; nil: as long as it takes.
    var patience: Patience?
    private let isInterrupted: (@Sendable () -> Bool)?
    /// The thread's time when the present step was first asked about; nil: it was not yet.
    private var begun: TimeSpan?
    /// Whether the present step was ended because it computed for too long.
    private(set) var isLate = false

    /// How many instructions of SQLite's machine pass between two questions: some 0.05 ms.
    private static let stride: CInt = 1_000

    /// - Parameters:
    ///   - patience: how long a step may compute; nil: as long as it takes.
    ///   - isInterrupted: asked now and then; once it is, statements end.
    init(_ path: String, _ patience: Patience?, _ isInterrupted: (@Sendable () -> Bool)?) {
        (self.path, self.patience, self.isInterrupted) = (path, patience, isInterrupted)
    }

    /// Installs the progress handler. The object must outlive the connection.
    func install(in database: OpaquePointer?) {
        guard patience != nil || isInterrupted != nil else { return }
        sqlite3_progress_handler(
            database, Self.stride,
            { context in
                let watch = Unmanaged<StatementWatch>.fromOpaque(context!).takeUnretainedValue()
                return watch.mayGoOn() ? 0 : 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// A step begins.
    func begin() { (begun, isLate) = (nil, false) }

    private func mayGoOn() -> Bool {
        if isInterrupted?() == true { return false }
        guard let patience else { return true }
        let now = ThreadTime.used()
        guard let begun else {
            begun = now
            return true
        }
        guard now - begun > patience.least, now - begun > patience.span(for: path) else { return true }
        isLate = true
        return false
    }
}

extension StatementWatch.Patience {
    /// The longest, whatever the file's size is.
    private static let longest: TimeSpan = .seconds(600)

    /// How long a step of a file may compute, with the size that the file has by now.
    func span(for path: String) -> TimeSpan {
        guard let bytesAMicrosecond else { return least }
        return min(least + .microseconds(FileIdentity.size(path) / bytesAMicrosecond), Self.longest)
    }
}
