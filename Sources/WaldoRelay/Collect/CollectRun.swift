internal import Glibc
internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoTime

/// Collects until the program is interrupted: a broker's messages become rows of the database.
///
/// While a group is being stored, the next one is received; no more than these two are held. While the database is gone
/// there is no connection to the broker, and so nothing is taken that could not be stored.
public final class CollectRun {
    private let broker: MQTTPlan, database: DatabasePlan
    private let shards: Shards
    private var collector: Collector
    private var report: CollectReport
    private var readersLooked = Monotonic.now()
    /// Whether the map is to be brought up to date though nothing comes, and when that was asked last.
    private var isMapBehind = true, mapLooked = Monotonic.now()

    /// A collector of some shards.
    /// - Parameter json: whether the account is printed as JSON Lines.
    public init(from broker: MQTTPlan, to database: DatabasePlan, shards: Shards, json: Bool) {
        self.broker = broker
        self.database = database
        self.shards = shards
        collector = Collector(shards, utc: WallClock.now())
        report = CollectReport(json: json, at: Monotonic.now())
    }

    /// Runs until a signal comes.
    /// - Throws: `ExitStatus` for the signal; `DatabaseError` and `Failure` for what no waiting resolves.
    public func run() throws {
        var retry = Retry(.server())
        while true {
            do {
                let connection = try database.open()
                defer { connection.close() }
                try DatabaseSchema(connection).require()
                report.say(.database(.up, "\(database.address)"))
                try serve(IngestWork(Ingest(connection)), &retry)
            } catch let error as DatabaseError {
                try Interruption.check()
                guard error.isTemporary else { throw error }
                collector.account.databaseLost += 1
                report.say(.database(.down, error.description))
            } catch let error as BrokerLost {
                try Interruption.check()
                collector.account.brokerLost += 1
                report.say(.broker(.down, "\(broker.address): \(error.why)"))
            }
            collector.restart(utc: WallClock.now())
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
            if let due = collector.due, !work.isBusy, Monotonic.now() >= due || collector.group.isFull {
                try work.begin(collector.takeGroup())
            }
            try endLongReaders(work)
            try finishMap(work)
            report.tick(collector.account, at: Monotonic.now(), utc: WallClock.now())
        }
    }

    /// How often sessions of readers are looked at.
    private static let readersInterval = TimeSpan.seconds(60)

    /// What readers hold back for too long, no vacuum removes.
    private func endLongReaders(_ work: IngestWork) throws(DatabaseError) {
        guard !work.isBusy, Monotonic.now() - readersLooked >= Self.readersInterval else { return }
        readersLooked = Monotonic.now()
        let count = try work.endLongReaders()
        if count > 0 { report.say(.readers(count)) }
    }

    private static let mapInterval = TimeSpan.seconds(1)

    /// What stations have sent before they fell silent comes into the map's sums all the same.
    private func finishMap(_ work: IngestWork) throws {
        guard isMapBehind, collector.due == nil, !work.isBusy, Monotonic.now() - mapLooked >= Self.mapInterval else {
            return
        }
        try work.begin(collector.takeGroup())
    }

    private func wait(for work: IngestWork) -> TimeSpan {
        if work.isBusy { return .milliseconds(5) }
        return collector.due.map { max(.zero, $0 - Monotonic.now()) } ?? .milliseconds(100)
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
        case .subscribed(true), .taken: break
        case .subscribed(false):
            throw Failure(
                .link,
                "\(broker.address): the broker grants no subscription; give this user the right to read waldo/v2/#")
        case .message(let topic, let payload, _):
            try payload.withUnsafeBytes { bytes in
                // No more than the group that is being stored and the next one are held.
                while !collector.receive(topic, bytes, at: Monotonic.now()) {
                    work.wait()
                    try publish(connection, work)
                    try work.begin(collector.takeGroup())
                }
            }
        }
    }

    /// Says what was stored.
    private func publish(_ connection: MQTTConnection, _ work: IngestWork) throws {
        guard let (group, outcome) = try work.take() else { return }
        if group.changesMap { (isMapBehind, mapLooked) = (outcome.isMapBehind, Monotonic.now()) }
        for refusal in group.rejected + outcome.refused { report.say(.rejected(refusal)) }
        for publication in collector.committed(group, outcome, at: Monotonic.now(), utc: WallClock.now()) {
            _ = connection.publish(publication.topic, publication.payload, retain: true)
        }
    }
}
