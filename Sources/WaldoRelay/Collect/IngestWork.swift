import Glibc
import Synchronization
import WaldoLoop

/// Stores one group at a time on a thread of its own, so that the next one is received meanwhile.
final class IngestWork: Sendable {
    typealias Outcome = Result<IngestOutcome, DatabaseError>

    /// Used by the thread while there is one, and else by the owner.
    private nonisolated(unsafe) let ingest: Ingest
    private nonisolated(unsafe) var group: IngestGroup?
    private let outcome = Mutex<Outcome?>(nil)

    init(_ ingest: Ingest) { self.ingest = ingest }

    /// Whether a group is being stored, or its outcome was not taken yet.
    var isBusy: Bool { group != nil }

    /// Begins to store a group; not while another is being stored.
    /// - Throws: `SystemFailure` when the system has no thread left.
    func begin(_ group: IngestGroup) throws(SystemFailure) {
        self.group = group
        do throws(SystemFailure) {
            try BackgroundThread.start(name: "waldo-ingest") { [self] in
                let result: Outcome
                do throws(DatabaseError) {
                    result = .success(try ingest.store(group))
                } catch {
                    result = .failure(error)
                }
                outcome.withLock { $0 = result }
            }
        } catch {
            self.group = nil
            throw error
        }
    }

    /// The group that was to be stored, and what came of it; nil: it is still being stored, or there is none.
    func take() -> (group: IngestGroup, outcome: Outcome)? {
        guard let group, let result = outcome.withLock({ $0.take() }) else { return nil }
        self.group = nil
        return (group, result)
    }

    /// Notices that the database is gone, if nothing is being stored.
    /// - Throws: `DatabaseError`.
    func check() throws(DatabaseError) { if !isBusy { try ingest.check() } }

    /// Waits until nothing is being stored.
    func wait() {
        while isBusy, outcome.withLock({ $0 == nil }) { usleep(1000) }
    }
}
