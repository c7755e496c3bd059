internal import Synchronization

/// The failure of a store, set by its thread and read by the loop.
final class StoreOutcome: Sendable {
    private let failure = Mutex<StoreError?>(nil)

    var error: StoreError? { failure.withLock { $0 } }
    func set(_ error: StoreError) { failure.withLock { $0 = error } }
}
