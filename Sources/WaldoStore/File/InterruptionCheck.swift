internal import CSQLite

/// Has SQLite ask now and then whether its work is to end, also within one long statement.
final class InterruptionCheck {
    private let isInterrupted: @Sendable () -> Bool

    /// How many instructions of SQLite's machine pass between two questions: some 0.05 ms.
    private static let stride: CInt = 1_000

    init(_ isInterrupted: @escaping @Sendable () -> Bool) { self.isInterrupted = isInterrupted }

    /// Begins to ask; the object has to stay for as long as the database is open.
    func install(in database: OpaquePointer?) {
        sqlite3_progress_handler(
            database, Self.stride,
            { context in
                let check = Unmanaged<InterruptionCheck>.fromOpaque(context!).takeUnretainedValue()
                return check.isInterrupted() ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
