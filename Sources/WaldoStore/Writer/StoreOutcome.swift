import Synchronization

/// What the store's thread has achieved, as the loop reads it.
final class StoreOutcome: Sendable {
    private let failure = Mutex<StoreError?>(nil)
    private let committed = Atomic(0)

    /// Why it has ended before the session; nil: it has not.
    var error: StoreError? { failure.withLock { $0 } }
    func set(_ error: StoreError) { failure.withLock { $0 = error } }

    /// How many rows have been committed.
    var committedRows: Int { committed.load(ordering: .acquiring) }
    func addCommitted(_ rows: Int) { committed.add(rows, ordering: .releasing) }
}
