import WaldoLoop
import WaldoTime

/// Stores groups of batches in the database: the way in for collectors, and for a station that has no broker between.
public final class Ingest {
    let database: DatabaseConnection
    private let readersInterval: TimeSpan
    private let refreshesMap: Bool
    private var readersChecked: Instant?
    /// Sessions of readers that were ended since a group was stored.
    private var endedReaders = 0
    private var refusals = StationRefusals()

    /// Stores by a connection, and brings the map's sums up to date behind it.
    public convenience init(_ database: DatabaseConnection) { self.init(database, refreshesMap: true) }

    /// Stores by a connection.
    /// - Parameters:
    ///   - readersInterval: how often sessions of readers are looked at.
    ///   - refreshesMap: whether the map's sums are brought up to date by this connection, on which rows wait
    ///     meanwhile.
    init(
        _ database: DatabaseConnection, readersInterval: TimeSpan = .seconds(10), refreshesMap: Bool = true
    ) {
        self.database = database
        self.readersInterval = readersInterval
        self.refreshesMap = refreshesMap
    }

    /// Notices between groups that the database is gone.
    /// - Throws: `DatabaseError`.
    public func check() throws(DatabaseError) { try database.check() }

    /// Stores a group. What is stored already is compared. What the database refuses, though it keeps to the rules of
    /// its table, holds up nothing else: the group is stored again by stations, and those of which something is refused
    /// by halves. When this throws, the group may be given again: a part of it may be stored.
    /// - Throws: `DatabaseError` for what no row has caused.
    public func store(_ group: IngestGroup) throws(DatabaseError) -> IngestOutcome {
        var outcome = IngestOutcome()
        let now = Monotonic.now()
        refusals.forget(at: now)
        do throws(DatabaseError) { try storeParts(of: group, &outcome, at: now) } catch {
            // A reader's session may have caused it.
            endLongReadersIfDue(&outcome, at: now)
            throw error
        }
        if refreshesMap, group.changesMap { refreshMap(&outcome) }
        endLongReadersIfDue(&outcome, at: now)
        (outcome.endedReaders, endedReaders) = (endedReaders, 0)
        return outcome
    }

    private func storeParts(
        of group: IngestGroup, _ outcome: inout IngestOutcome, at now: Instant
    ) throws(DatabaseError) {
        for (part, error) in try storeWhole(group, &outcome) {
            try storeHalves(of: part, refusedFor: error, &outcome, since: Monotonic.now())
        }
        try finish(group, &outcome, at: now)
    }

    /// Stores what can be stored at once: all, or all of a station.
    /// - Returns: what is refused, each of one station, and why.
    private func storeWhole(
        _ group: IngestGroup, _ outcome: inout IngestOutcome
    ) throws(DatabaseError) -> [(part: IngestGroup, error: DatabaseError)] {
        var refused: [(part: IngestGroup, error: DatabaseError)] = []
        func attempt(_ part: IngestGroup) throws(DatabaseError) -> DatabaseError? {
            do throws(DatabaseError) { outcome.add(try commit(part)) } catch  where error.mayBeOfRows { return error }
            return nil
        }
        for part in group.split({ refusals.has($0) }) {
            guard let error = try attempt(part) else { continue }
            let stations = part.split { _ in true }
            guard stations.count > 1 else {
                refused.append((part, error))
                continue
            }
            for station in stations {
                if let error = try attempt(station) { refused.append((station, error)) }
            }
        }
        return refused
    }

    /// How long what of a station is refused is looked for in a group.
    private static let searchTime = TimeSpan.seconds(2)

    /// Stores by halves what is refused as a whole, all of it of one station. Of one of which much is refused, and
    /// after some time, the rest is refused with it, and comes again: to look for each would cost the others their
    /// time.
    private func storeHalves(
        of group: IngestGroup, refusedFor error: DatabaseError, _ outcome: inout IngestOutcome, since start: Instant
    ) throws(DatabaseError) {
        guard group.partCount > 0 else { throw error }
        let station = group.station
        let isOver = refusals.areMany(of: station) || Monotonic.now() - start > Self.searchTime
        let halves = isOver ? [] : group.halves
        guard !halves.isEmpty else {
            refusals.add(station, at: start)
            let others = group.partCount == 1 ? "" : "; \(group.partCount - 1) others were refused with it"
            let refusal = IngestGroup.Rejected(
                topic: group.topic, reason: error.description + others, beginning: group.beginning)
            return outcome.refuse(refusal, count: group.partCount)
        }
        for half in halves {
            do throws(DatabaseError) {
                outcome.add(try commit(half))
            } catch  where error.mayBeOfRows {
                try storeHalves(of: half, refusedFor: error, &outcome, since: start)
            }
        }
    }

    /// Notes what was refused, and learns what the database holds of surveys of which something was.
    private func finish(
        _ group: IngestGroup, _ outcome: inout IngestOutcome, at now: Instant
    ) throws(DatabaseError) {
        for place in outcome.overfull.sorted() { outcome.refuse(Self.overfull(place)) }
        var notes = (group.rejected + outcome.refused).filter { refusals.notes($0, at: now) }
        for place in outcome.unowned.sorted() { outcome.refuse(Self.unowned(place)) }
        notes += refusals.noted(unowned: outcome.unowned, at: now).map { Self.unowned($0.place, of: $0.count) }
        let missing = group.surveys.subtracting(outcome.stored.keys).subtracting(outcome.unowned)
            .subtracting(outcome.overfull)
        guard !notes.isEmpty || !missing.isEmpty else { return }
        outcome.add(try note(notes, andHear: missing))
    }

    private static func overfull(_ place: SurveyPlace) -> IngestGroup.Rejected {
        IngestGroup.Rejected(
            topic: Topic(place, .meta).description,
            reason:
                "survey \(place.survey) has more than \(ProgressDocument.maxStreams) streams, "
                + "so its progress is not published",
            beginning: [])
    }

    /// The refusal of a survey that its station does not own.
    /// - Parameter count: how many such surveys of the station there are.
    private static func unowned(_ place: SurveyPlace, of count: Int = 1) -> IngestGroup.Rejected {
        let others = count == 1 ? "" : "; the same holds for \(count - 1) other surveys of \(place.station)"
        return IngestGroup.Rejected(
            topic: Topic(place, .meta).description,
            reason:
                "survey \(place.survey) has no station yet, or was handed to another one; its owner gives it to "
                + "\(place.station) by `waldo-relay hand`\(others)", beginning: [])
    }

    // MARK: behind the transactions

    /// Moves what was added into the sums of the map, in a transaction of its own: nothing of it can undo or refuse
    /// what a station has sent. A lost connection is noticed by what follows.
    private func refreshMap(_ outcome: inout IngestOutcome) {
        do throws(DatabaseError) {
            outcome.isMapStale = try database.query("SELECT waldo.refresh_cells_when_due()") == [["t"]]
        } catch {
            outcome.mapFault = error.reason
        }
    }

    /// Brings the sums of the map up to date at the end, whenever that was done last.
    func finishMap() { _ = try? database.query("SELECT waldo.refresh_cells()") }

    /// Long reader transactions keep vacuum from removing dead rows. A fault of this is only reported: it delays no
    /// row.
    private func endLongReadersIfDue(_ outcome: inout IngestOutcome, at now: Instant) {
        if let readersChecked, now - readersChecked < readersInterval { return }
        readersChecked = now
        do throws(DatabaseError) { endedReaders += try endLongReaders() } catch {
            outcome.readersFault = error.reason
        }
    }

    /// Ends sessions of readers that have been in one transaction, or idle, for longer than the owner allows, or hold
    /// more locks.
    /// - Returns: how many.
    /// - Throws: `DatabaseError`.
    func endLongReaders() throws(DatabaseError) -> Int {
        try database.query("SELECT waldo.end_long_readers()").first?.first.flatMap { $0 }.flatMap { Int($0) } ?? 0
    }
}
