internal import CSQLite
internal import Glibc
internal import WaldoLoop
internal import WaldoTime

/// Has SQLite ask now and then whether its work is to end, also within one long statement: because the caller ends it,
/// or because a step takes longer than a file of this size can need.
final class StatementWatch {
    /// How long a step may take: a time, and one for each byte of the file.
    struct Patience {
        var least: TimeSpan
        /// How many bytes a slow disk reads in a microsecond; nil: the size does not matter.
        var bytesAMicrosecond: Int64?

        /// A file that is worked on: some steps read all of it, and some write it anew.
        static let working = Patience(least: .seconds(20), bytesAMicrosecond: 1)
        /// A page that waits for a picture.
        static let showing = Patience(least: .seconds(5))
    }

    private let path: String
    private let patience: Patience?
    private let isInterrupted: (@Sendable () -> Bool)?
    /// When the present step was first asked about; nil: it was not yet.
    private var begun: Instant?
    /// Whether the present step was ended because it took too long.
    private(set) var isLate = false

    /// How many instructions of SQLite's machine pass between two questions: some 0.05 ms.
    private static let stride: CInt = 1_000

    /// - Parameters:
    ///   - patience: how long a step may take; nil: as long as it takes.
    ///   - isInterrupted: asked now and then; once it is, statements end.
    init(_ path: String, _ patience: Patience?, _ isInterrupted: (@Sendable () -> Bool)?) {
        (self.path, self.patience, self.isInterrupted) = (path, patience, isInterrupted)
    }

    /// Begins to ask; the object has to stay for as long as the database is open.
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
        let now = Monotonic.now()
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
    /// How long a step of a file may take, with the size that the file has by now.
    fileprivate func span(for path: String) -> TimeSpan {
        guard let bytesAMicrosecond else { return least }
        return least + .microseconds(FileIdentity.size(path) / bytesAMicrosecond)
    }
}
