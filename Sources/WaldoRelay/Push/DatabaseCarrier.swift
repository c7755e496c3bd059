import Glibc
import WaldoLoop
import WaldoTime

/// The database in place of a broker: a collector in this process stores what is published, and answers.
final class DatabaseCarrier: PushCarrier {
    private let plan: DatabasePlan
    private var database: DatabaseConnection?, ingest: Ingest?
    private var collector = Collector(.every, utc: WallClock.now())
    private var events: [MQTTEvent] = []
    private var number: Int32 = 0
    private var isClosed = false

    init(_ plan: DatabasePlan) { self.plan = plan }

    func publish(_ topic: String, _ payload: [UInt8], retain: Bool) -> Int32? {
        guard database != nil, !isClosed else { return nil }
        payload.withUnsafeBytes { bytes in
            while !isClosed, !collector.receive(topic, bytes, at: Monotonic.now()) { commit() }
        }
        guard !isClosed else { return nil }
        number = number == .max ? 1 : number + 1
        events.append(.acknowledged(number))
        return number
    }

    func subscribe(_ filter: String) {
        if let topic = Topic(filter) { collector.hear(topic.place, at: Monotonic.now()) }
        events.append(.subscribed(true))
    }

    func turn(wait: TimeSpan) -> [MQTTEvent] {
        if !isClosed {
            if database == nil { open() } else if wait > .zero || collector.group.isFull { work(wait) }
        }
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    func close() {
        // There may be no collector to refresh the map.
        if !isClosed { ingest?.finishMap() }
        end()
    }

    private func end() {
        isClosed = true
        database?.close()
    }

    private func open() {
        attempt { () throws(DatabaseError) in
            let opened = try plan.open()
            (database, ingest) = (opened, Ingest(opened))
            try DatabaseSchema(opened).require()
            events.append(.connected)
        }
    }

    /// Stores what there is: nothing more comes before the answer. If there is nothing, it waits.
    private func work(_ wait: TimeSpan) {
        if !collector.group.isEmpty { return commit() }
        usleep(UInt32(min(wait.microseconds, 50_000)))
        attempt { () throws(DatabaseError) in try database?.check() }
    }

    private func commit() {
        guard let ingest else { return }
        attempt { () throws(DatabaseError) in
            let group = collector.takeGroup()
            let outcome = try ingest.store(group)
            // A survey that is not the station's is refused by its progress.
            let isOwned = { (topic: String) in Topic(topic).map { !outcome.unowned.contains($0.place) } ?? true }
            if let refusal = (group.rejected + outcome.refused).first(where: { isOwned($0.topic) }) {
                throw DatabaseError(.data, plan.address.description, "\(refusal.topic) is refused: \(refusal.reason)")
            }
            let publications = collector.committed(group, outcome, at: Monotonic.now(), utc: WallClock.now())
            for publication in publications {
                events.append(.message(publication.topic, publication.payload, isRetained: false))
            }
        }
    }

    private func attempt(_ body: () throws(DatabaseError) -> Void) {
        do throws(DatabaseError) {
            try body()
        } catch {
            events.append(.closed(error.reason, isRefusal: !error.isTemporary && error.kind != .interrupted))
            end()
        }
    }
}
