import Glibc
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoStore
import WaldoTime

/// Sends a store to a broker until the database has it, on the calling thread.
public final class PushSession {
    /// Told how it stands, at most once a second, and at the end.
    public var onChange: (PushShown) -> Void = { _ in }
    let plan: PushPlan
    let store: PushStore
    let destination: String
    var engine = PushEngine()
    var connection: (any PushCarrier)?
    var isConnected = false, hasHeard = false, isPaused = false
    var retry = Retry(.server(steady: PushSession.steady)), attempt: Instant = .clockStart, began: Instant = .clockStart
    private let lock: StoreLock
    var shown = PushShown()
    /// The fault that was said last: it is not said again before rows have travelled.
    var said: String?
    var advances: [SurveyID: [RelayStream: Int64]] = [:]
    var status: RelayLedger.Status
    let station: PushStation
    /// By it the names of the client cannot be foreseen.
    let client: Int64
    var subscribed: Set<SurveyID> = []
    /// Of which surveys a collector has spoken since this began, and which of them it refuses.
    var answered: Set<SurveyID> = [], refused: Set<SurveyID> = []
    var joined: Instant = .clockStart
    var networkChecked: Instant = .clockStart
    private var refreshed: Instant = .clockStart, reported: Instant = .clockStart, counted: Instant = .clockStart
    private var rates: [Int] = []
    private let started = Monotonic.now()
    var moved: Instant
    let says: (String) -> Void

    private static let refreshInterval = TimeSpan.milliseconds(200), reportInterval = TimeSpan.seconds(1)

    /// Opens the store and its ledger.
    /// - Parameter says: told what the operator should know: one sentence each.
    /// - Throws: `Failure`, `StoreError`.
    public init(_ plan: PushPlan, says: @escaping (String) -> Void) throws {
        self.plan = plan
        self.says = says
        destination = plan.destination.description
        store = try PushStore(plan, says: says)
        lock = try store.ledger.lock(destination, sending: plan.path)
        moved = Monotonic.now()
        try store.refresh(&engine, at: moved)
        status = try store.ledger.status(destination) ?? RelayLedger.Status()
        station = PushStation(plan.station, readsInput: plan.readsState)
        // A ledger on a full disk takes none.
        client = (try? store.ledger.client(for: destination)) ?? RelayLedger.newClient()
    }

    /// Runs until the database has all, or a signal comes.
    /// - Throws: `Failure`, `StoreError`, `ExitStatus`.
    public func run() throws {
        note("started")
        do {
            while try turn() {}
        } catch {
            // A signal ends what is being read, too.
            if let signal = Interruption.signal {
                end("ended by signal \(signal)")
                throw ExitStatus.signal(signal)
            }
            end("ended: \(error)")
            throw error
        }
        guard let signal = Interruption.signal else {
            end("ended: the database has all")
            shown.state = .done
            shown.pending = 0
            return onChange(shown)
        }
        end("ended by signal \(signal)")
        throw ExitStatus.signal(signal)
    }

    /// - Returns: whether there is more to do.
    private func turn() throws -> Bool {
        if Interruption.hasCome { return false }
        let now = Monotonic.now()
        checkNetwork(at: now)
        try refresh(at: now)
        try connect(at: now)
        let isBusy = try pump(at: now)
        try handle(isBusy ? .zero : .milliseconds(engine.rowsInFlight > 0 ? 20 : 100), at: now)
        for survey in engine.tick(at: now) {
            hasHeard = false
            fail("nothing of survey \(survey) was acknowledged in time; it is sent again")
        }
        try report(at: now)
        guard !plan.follows || station.isInputOver else { return true }
        guard !store.surveys.isEmpty else {
            throw Failure(.input, "\(plan.path): there is no survey in it that was not deleted")
        }
        if engine.isDone, isConnected {
            guard isAnswered(at: now), try isComplete(at: now) else { return true }
            try requireNoRefusal()
            return false
        }
        guard now - moved < .seconds(Int64(plan.patience)) else {
            throw Failure(
                .link,
                "\(destination): nothing was acknowledged for \(plan.patience) s"
                    + " (\(shown.error ?? (isConnected ? "no collector answers" : "the broker does not answer")))"
                    + "; what is missing is sent by the next push")
        }
        return true
    }

    /// Whether the file has nothing more than what was sent.
    private func isComplete(at now: Instant) throws -> Bool {
        refreshed = .clockStart
        store.noteEnd()
        try refresh(at: now)
        while let request = engine.next(at: now), try !send(request, at: now) {}
        return engine.isDone
    }

    private func refresh(at now: Instant) throws {
        guard now - refreshed >= Self.refreshInterval else { return }
        refreshed = now
        do {
            try store.refresh(&engine, at: now)
        } catch let error as StoreError
            where plan.follows && [.busy, .vanished, .cannotOpen, .withoutLog].contains(error.kind)
        {
            // It is being rebuilt, or moved: it comes back, or nothing can be done.
            fail(error.description)
        }
    }

    // MARK: reports

    private func report(at now: Instant) throws {
        guard now - reported >= Self.reportInterval else { return }
        reported = now
        rates.append(engine.acknowledgedRows)
        if rates.count > 6 { rates.removeFirst() }
        if rates.count > 1 { shown.rate = Double(rates[rates.count - 1] - rates[0]) / Double(rates.count - 1) }
        // A ledger that cannot be written, on a full disk, delays no row: the database says what it holds.
        do { try flush() } catch { ledgerFails(error) }
        if now - counted >= .seconds(5) || shown.pending < 100_000 { try count(at: now) }
        shown.state = !isConnected ? .connecting : hasHeard ? .connected : .waiting
        onChange(shown)
        try station.publishIfChanged(self, at: now)
    }

    private func count(at now: Instant) throws {
        counted = now
        shown.pending = try engine.rowsInFlight + store.unsent(engine, limit: 1_000_000)
    }

    /// Writes what is to be remembered.
    private func flush() throws {
        let rows = engine.acknowledgedRows - shown.acknowledged
        shown.acknowledged = engine.acknowledgedRows
        shown.pending = max(engine.rowsInFlight, shown.pending - rows)
        status.rows += Int64(rows)
        if rows > 0 { status.rate = (shown.rate * 10).rounded() / 10 }
        status.state = !isConnected ? "connecting" : hasHeard ? "connected" : "waiting"
        try store.ledger.transaction { () throws(StoreError) in
            try store.note(advances)
            try store.ledger.setStatus(destination, status)
        }
        advances = [:]
    }

    /// Notes what happened. A ledger that cannot be written is a fault that is said, and ends nothing.
    func note(_ text: String) {
        do { try store.ledger.note(destination, text, at: WallClock.now()) } catch { ledgerFails(error) }
    }

    private func end(_ text: String) {
        if rates.count < 2 {
            let span = max(1000, (Monotonic.now() - started).microseconds)
            shown.rate = Double(engine.acknowledgedRows) * 1e6 / Double(span)
        }
        do {
            try flush()
            status.state = "ended"
            try store.ledger.setStatus(destination, status)
        } catch { ledgerFails(error) }
        // A signal ends the count, too.
        try? count(at: Monotonic.now())
        if isConnected { station.leave(self) }
        note(text)
    }

    private func ledgerFails(_ error: any Error) {
        store.sayOnce("\(error)")
        shown.error = "\(error)"
    }
}
