import Glibc
import Synchronization
import WaldoFiles
import WaldoLoop

/// Brings the sums of the map up to date on a thread and a connection of its own: however long that takes, no row waits
/// for it.
final class MapWork: Sendable {
    /// What a refresh has brought.
    struct Outcome: Equatable, Sendable {
        /// Whether it is to be done again though nothing more comes.
        var isStale = true
        /// Why it could not be done.
        var fault: String?
    }

    private struct State {
        var isBusy = false, isEnded = false
        var outcome: Outcome?
    }

    private let plan: DatabasePlan
    private let state = Mutex(State())
    /// Used by the thread while there is one, and else by the owner.
    private nonisolated(unsafe) var database: DatabaseConnection?

    init(_ plan: DatabasePlan) { self.plan = plan }

    /// Begins a refresh, unless one is going on. It connects if there is no connection.
    /// - Throws: `SystemFailure` when the system has no thread left.
    func begin() throws(SystemFailure) {
        let isFree = state.withLock { state in
            guard !state.isBusy, !state.isEnded else { return false }
            state.isBusy = true
            return true
        }
        guard isFree else { return }
        do throws(SystemFailure) {
            try BackgroundThread.start(name: "waldo-map") { [self] in
                let outcome = refresh()
                state.withLock { ($0.isBusy, $0.outcome) = (false, outcome) }
            }
        } catch {
            state.withLock { $0.isBusy = false }
            throw error
        }
    }

    private func refresh() -> Outcome? {
        do throws(DatabaseError) {
            let database: DatabaseConnection
            if let known = self.database { database = known } else { database = try open() }
            self.database = database
            let rows = try database.query("SELECT waldo.refresh_cells_when_due()")
            return Outcome(isStale: rows == [["t"]])
        } catch {
            // A lost connection is opened again next time.
            if error.kind != .locked { database = nil }
            return error.kind == .interrupted ? nil : Outcome(fault: error.reason)
        }
    }

    private func open() throws(DatabaseError) -> DatabaseConnection {
        try DatabaseConnection(plan) { [unowned self] in Interruption.hasCome || state.withLock { $0.isEnded } }
    }

    /// What came of a refresh; nil: it is going on, or there was none.
    func take() -> Outcome? { state.withLock { $0.outcome.take() } }

    /// Ends, without the end of a refresh in progress.
    func end() {
        state.withLock { $0.isEnded = true }
        while state.withLock({ $0.isBusy }) { usleep(1000) }
        database?.close()
    }
}
