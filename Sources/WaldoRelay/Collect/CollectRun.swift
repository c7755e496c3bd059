import Glibc
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTime

/// Collects until the program is interrupted: a broker's messages become rows of the database.
///
/// While a group is being stored, the next one is received; no more than these two are held. While the database is gone
/// there is no connection to the broker, and so nothing is taken that could not be stored.
public final class CollectRun {
    private let broker: MQTTPlan, database: DatabasePlan
    private let shards: Shards
    private var collector: Collector
    private var report: CollectReport
    /// A group that another session's lock has kept from being stored, and when it is tried again.
    private var delayed: (group: IngestGroup, due: Instant)?
    private var locked: DatabaseError?
    private let map: MapWork
    private var mapPace = MapPace(at: Monotonic.now())
    /// When the sessions of readers were checked last though nothing came.
    private var readersChecked = Monotonic.now()

    /// The refused payloads of a station in a minute behind which none of it is looked at.
    private static let maxRefused = 1000

    /// A collector of some shards.
    /// - Parameter json: whether the account is printed as JSON Lines.
    public init(from broker: MQTTPlan, to database: DatabasePlan, shards: Shards, json: Bool) {
        self.broker = broker
        self.database = database
        self.shards = shards
        map = MapWork(database)
        collector = Collector(shards, utc: WallClock.now(), maxRefused: Self.maxRefused)
        report = CollectReport(json: json, at: Monotonic.now())
    }

    /// Runs until a signal comes.
    /// - Throws: `ExitStatus` for the signal; `DatabaseError` and `Failure` for what no waiting resolves.
    public func run() throws {
        var retry = Retry(.server())
        defer { map.end() }
        while true {
            do {
                let connection = try database.open()
                defer { connection.close() }
                try DatabaseSchema(connection).require()
                report.say(.database(.up, "\(database.address)"))
                try serve(IngestWork(Ingest(connection, refreshesMap: false)), &retry)
            } catch let error as DatabaseError {
                try Interruption.check()
                guard error.isTemporary else { throw error }
                if error.kind == .locked {
                    report.say(.delayed(error.description))
                } else {
                    collector.account.databaseLost += 1
                    report.say(.database(.down, error.description))
                }
            } catch let error as BrokerLost {
                try Interruption.check()
                collector.account.brokerLost += 1
                report.say(.broker(.down, "\(broker.address): \(error.why)"))
            }
            collector.restart(utc: WallClock.now())
            delayed = nil
            try sleep(retry.next())
        }
    }

    private struct BrokerLost: Error { let why: String }

    private func sleep(_ span: TimeSpan) throws {
        let end = Monotonic.now() + span
        while Monotonic.now() < end {
            try Interruption.check()
            report.tick(collector.account, at: Monotonic.now(), utc: WallClock.now())
            usleep(50_000)
        }
    }

    private func serve(_ work: IngestWork, _ retry: inout Retry) throws {
        let connection = try MQTTConnection(broker)
        defer {
            connection.close()
            work.wait()
        }
        while true {
            try Interruption.check()
            try work.check()
            for event in connection.turn(wait: wait(for: work)) {
                try handle(event, connection, work, &retry)
            }
            try publish(connection, work)
            if !work.isBusy { try begin(work) }
            try refreshMap()
            report.tick(collector.account, at: Monotonic.now(), utc: WallClock.now())
        }
    }

    /// How soon a group is tried again that another session's lock has kept from being stored.
    private static let lockInterval = TimeSpan.seconds(1)
    /// How often the sessions of readers are looked at while stations are silent.
    private static let quietInterval = TimeSpan.seconds(60)

    /// Begins to store what is due. While stations are silent, a group of nothing has the sessions of readers looked
    /// at.
    private func begin(_ work: IngestWork) throws {
        let now = Monotonic.now()
        if let delayed {
            guard now >= delayed.due else { return }
            self.delayed = nil
            return try work.begin(delayed.group)
        }
        if let due = collector.due {
            guard now >= due || collector.group.isFull else { return }
        } else {
            guard now - readersChecked >= Self.quietInterval else { return }
        }
        readersChecked = now
        try work.begin(collector.takeGroup())
    }

    /// Begins to bring the map's sums up to date when that is due. What stations have sent before they fell silent
    /// comes into them all the same.
    private func refreshMap() throws {
        if let outcome = map.take() {
            mapPace.isStale = outcome.isStale
            if let fault = outcome.fault { collector.account.noteMapFault(fault) }
        }
        if mapPace.refreshes(at: Monotonic.now()) { try map.begin() }
    }

    private func wait(for work: IngestWork) -> TimeSpan {
        if work.isBusy { return .milliseconds(5) }
        let due = delayed?.due ?? collector.due
        return due.map { min(max(.zero, $0 - Monotonic.now()), .milliseconds(100)) } ?? .milliseconds(100)
    }

    private func handle(
        _ event: MQTTEvent, _ connection: MQTTConnection, _ work: IngestWork, _ retry: inout Retry
    ) throws {
        switch event {
        case .connected:
            retry.worked()
            report.say(.broker(.up, "\(broker.address)"))
            for digit in shards.digits { connection.subscribe(Topic.filter(shard: digit)) }
        case .closed(let why, isRefusal: true):
            throw Failure(.link, "\(broker.address): \(why)")
        case .closed(let why, isRefusal: false): throw BrokerLost(why: why)
        case .subscribed(true), .acknowledged: break
        case .refused(_, let why):
            report.say(
                .unpublished(
                    "\(broker.address): the broker refuses what is published (\(why)); give this user the "
                        + "role of a collector by `broker-users`"))
        case .subscribed(false):
            throw Failure(
                .link,
                "\(broker.address): the broker lets this user read no surveys; give it the role of a collector by `broker-users`"
            )
        case .message(let topic, let payload, _):
            try payload.withUnsafeBytes { bytes in
                // No more than the group that is being stored and the next one are held.
                while !collector.receive(topic, bytes, at: Monotonic.now()) {
                    work.wait()
                    try publish(connection, work)
                    // The broker does not wait for as long as another session may keep its lock.
                    if let group = delayed?.group {
                        delayed = nil
                        try work.begin(group)
                        work.wait()
                        try publish(connection, work)
                        if delayed != nil, let locked { throw locked }
                    }
                    try work.begin(collector.takeGroup())
                }
            }
        }
    }

    /// Says what was stored. What another session's lock has kept from being stored is tried again later.
    private func publish(_ connection: MQTTConnection, _ work: IngestWork) throws {
        guard let (group, result) = work.take() else { return }
        let outcome: IngestOutcome
        do throws(DatabaseError) { outcome = try result.get() } catch {
            guard error.kind == .locked else { throw error }
            report.say(.delayed(error.description))
            (delayed, locked) = ((group, Monotonic.now() + Self.lockInterval), error)
            return
        }
        if group.changesMap { mapPace.isStale = true }
        for refusal in group.rejected + outcome.refused { report.say(.rejected(refusal)) }
        if outcome.endedReaders > 0 { report.say(.readers(outcome.endedReaders)) }
        if let fault = outcome.readersFault { report.say(.readersFault("\(database.address): \(fault)")) }
        for publication in collector.committed(group, outcome, at: Monotonic.now(), utc: WallClock.now()) {
            _ = connection.publish(publication.topic, publication.payload, retain: true)
        }
    }
}
