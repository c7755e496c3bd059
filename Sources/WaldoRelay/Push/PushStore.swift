import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoStore
import WaldoTime

/// The file of a push and its ledger: which surveys and streams there are, and what is noted of them.
final class PushStore {
    /// The surveys that are sent.
    private(set) var surveys: [(survey: RelayReader.Survey, id: SurveyID)] = []
    /// Revisions and payloads of small tables that have changed.
    private(set) var meta: [SurveyID: (revision: Int64, payload: [UInt8])] = [:]
    private(set) var reader: RelayReader
    let ledger: RelayLedger
    private let plan: PushPlan
    private let destination: String
    private var version: Int64?
    private var metaChecked: Instant = .clockStart
    private var cursors: [SurveyID: [RelayStream: Int64]] = [:]
    private let says: (String) -> Void
    private var said: Set<String> = []

    /// A stream that has just begun is sent only when a power failure can no longer take it back: its number would then
    /// be given again.
    private static let syncDelay = TimeSpan.seconds(5)
    private static let metaInterval = TimeSpan.seconds(2)

    init(_ plan: PushPlan, says: @escaping (String) -> Void) throws {
        self.plan = plan
        self.says = says
        destination = plan.destination.description
        reader = try RelayReader(path: plan.path, isInterrupted: { Interruption.hasCome })
        ledger = try Self.ledger(of: plan.path, says)
    }

    /// One that is damaged is moved away: the database says what it holds.
    private static func ledger(of store: String, _ says: (String) -> Void) throws(StoreError) -> RelayLedger {
        let path = RelayLedger.path(for: store)
        do throws(StoreError) { return try RelayLedger(path: path) } catch {
            guard error.kind == .damaged, RelayLedger.moveAway(path) else { throw error }
            says("\(path): it was damaged, and a new one begins; the old one is \(path).damaged")
            return try RelayLedger(path: path)
        }
    }

    /// Looks at what has changed, and informs the engine.
    func refresh(_ engine: inout PushEngine, at now: Instant) throws {
        if !reader.isThere {
            reader = try RelayReader(path: plan.path, isInterrupted: { Interruption.hasCome })
            version = nil
        }
        let present = try reader.version()
        let isFirst = version == nil
        if version != present {
            version = present
            try list(&engine, isFirst: isFirst, at: now)
            engine.noteCommit()
            metaIsOld = true
        }
        if metaIsOld, isFirst || now - metaChecked >= Self.metaInterval {
            metaIsOld = false
            metaChecked = now
            for (survey, id) in surveys { try refreshMeta(survey, id, &engine) }
        }
    }

    private var metaIsOld = true
    /// What the ledger says, or should: it may be on a full disk.
    private var revisions: [SurveyID: (revision: Int64, crc: UInt32)] = [:]

    private func list(_ engine: inout PushEngine, isFirst: Bool, at now: Instant) throws {
        let all = try reader.surveys()
        let chosen = try PushChoice.surveys(
            plan.survey, among: all, includesSimulated: plan.includesSimulated, of: plan.path
        ) { if said.insert($0).inserted { says($0) } }
        for (survey, id) in surveys where !chosen.contains(where: { $0.id == survey.id }) { engine.drop(id) }
        surveys = []
        for survey in chosen {
            guard let id = SurveyID(survey.uuid) else { continue }
            if cursors[id] == nil { cursors[id] = try ledger.cursors(destination, of: id.text) }
            let known = cursors[id] ?? [:]
            // Of one that was deleted before it was sent nobody has to know.
            let wasSent = try !known.isEmpty || ledger.meta(destination, of: id.text) != nil
            if survey.isDeleted, !wasSent { continue }
            surveys.append((survey, id))
            engine.add(id, hasRows: !survey.isDeleted)
            for extent in try reader.streams(of: survey.id) {
                engine.add(
                    extent.stream, of: id, acknowledged: known[extent.stream] ?? extent.stream.start,
                    isClosed: extent.isClosed, due: isFirst || extent.isClosed ? now : now + Self.syncDelay)
            }
        }
    }

    // MARK: the small tables

    private func refreshMeta(_ survey: RelayReader.Survey, _ id: SurveyID, _ engine: inout PushEngine) throws {
        let rows = try reader.meta(of: survey.id)
        let crc = CRC32.of(rows.joined(separator: [0]))
        let known = try revisions[id] ?? ledger.meta(destination, of: id.text)
        var revision = known?.revision ?? 0
        // Another copy of the file, or an earlier ledger, has sent a later one.
        let other = engine.metaAcknowledged(of: id) ?? 0
        if known?.crc != crc || other > revision {
            revision = Wire.metaRevision(after: max(revision, other), at: WallClock.now())
            revisions[id] = (revision, crc)
            write { () throws(StoreError) in
                try ledger.setMeta(destination, of: id.text, revision: revision, crc: crc)
            }
        }
        guard meta[id]?.revision != revision else { return }
        let payload = MetaDocument(revision: revision, rows: rows).payload
        guard payload.count <= Wire.greatest else {
            throw Failure(
                .file,
                "\(plan.path): survey \(survey.id) has \(payload.count) bytes of titles, files and runs, more than a "
                    + "message takes (\(Wire.greatest)); it cannot be sent")
        }
        // What a collector would refuse is not sent.
        do {
            _ = try payload.withUnsafeBytes { try MetaDocument($0, of: id) }
        } catch {
            throw Failure(.file, "\(plan.path): survey \(survey.id) cannot be sent: \(error)")
        }
        meta[id] = (revision, payload)
        engine.setMeta(revision, of: id)
    }

    /// The database has a later revision of small tables than the ledger knows of.
    func noteLaterMeta() { metaIsOld = true }

    /// Nothing will be added: the next look is at the small tables in any case, however recent the last one is.
    func noteEnd() { (metaIsOld, metaChecked) = (true, .clockStart) }

    // MARK: the ledger

    /// Rows that the database has not: those behind what was sent, up to a limit for each stream.
    func unsent(_ engine: PushEngine, limit: Int) throws -> Int {
        var count = 0
        for (survey, id) in surveys where !survey.isDeleted {
            for position in engine.positions(of: id) where position.hasMore {
                count += try reader.count(of: position.stream, after: position.sent, limit: limit)
            }
        }
        return count
    }

    /// Notes what the database has acknowledged.
    func note(_ advances: [SurveyID: [RelayStream: Int64]]) throws(StoreError) {
        for (id, streams) in advances {
            for (stream, upto) in streams {
                cursors[id, default: [:]][stream] = upto
                try ledger.setCursor(destination, of: id.text, stream, upto)
            }
        }
    }

    func note(_ rejects: [RelayPage.Reject], of request: PushEngine.Request) {
        write { () throws(StoreError) in
            for reject in rejects {
                try ledger.add(
                    RelayLedger.Reject(
                        survey: request.survey.text, stream: request.stream.name, id: reject.id, utc: WallClock.now(),
                        reason: reject.reason.text), for: destination)
            }
        }
    }

    /// Writes to the ledger. One on a full disk ends nothing: the database says what it holds.
    private func write(_ body: () throws(StoreError) -> Void) {
        do throws(StoreError) { try body() } catch { sayOnce(error.description) }
    }

    /// Says a sentence that was not said before.
    func sayOnce(_ sentence: String) { if said.insert(sentence).inserted { says(sentence) } }
}
