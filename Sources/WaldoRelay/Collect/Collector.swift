import WaldoStore
public import WaldoTime

/// Decides what a collector does with what a broker delivers: a pure value, without socket, clock or database.
///
/// It keeps nothing that the database does not know but the group of the next transaction, and to whom it has said that
/// rows are missing.
public struct Collector: Sendable {
    /// A retained message.
    public struct Publication: Equatable, Sendable {
        /// Its topic.
        public let topic: String
        /// Its payload.
        public let payload: [UInt8]
    }

    private struct Gap: Hashable {
        let place: SurveyPlace
        let stream: RelayStream
    }

    /// How long a transaction is gathered.
    public static let span: TimeSpan = .milliseconds(100)
    /// How soon rows that still do not come are asked for again.
    private static let patience: TimeSpan = .seconds(5)
    private static let maxRemembered = 100_000
    /// For how long a station's refused payloads are counted.
    private static let refusalSpan: TimeSpan = .seconds(60)

    private let shards: Shards
    private let rules: [RelayStream.Table: CopyRules]
    /// What goes into the next transaction.
    public private(set) var group = IngestGroup()
    /// When the next transaction is due; nil: there is nothing for it.
    public private(set) var due: Instant?
    /// What was done.
    public var account = CollectAccount()

    /// Epochs and revisions are times, so that those of a later collector are greater.
    private var epoch: Int64
    private var revision: Int64 = 0
    private var epochs: [SurveyPlace: Int64] = [:]
    private var asked: [Gap: (upto: Int64, at: Instant)] = [:]
    private let maxRefused: Int
    /// How many payloads of a station were refused, and since when they are counted.
    private var refused: [StationName?: (count: Int, since: Instant)] = [:]

    /// A collector that has just subscribed.
    /// - Parameters:
    ///   - utc: microseconds since 1970.
    ///   - mostRefused: after so many refused payloads of a station in a minute none of it is looked at until the
    ///     minute is over. It sends again what is worth it.
    public init(_ shards: Shards, utc: Int64, maxRefused: Int = .max) {
        self.shards = shards
        self.maxRefused = maxRefused
        epoch = utc
        rules = Dictionary(
            uniqueKeysWithValues: RelayStream.Table.allCases.compactMap { table in
                CopyRules(table.rawValue).map { (table, $0) }
            })
    }

    /// What was gathered is dropped, and all stations are asked to send again: the broker or the database was lost.
    public mutating func restart(utc: Int64) {
        group = IngestGroup()
        due = nil
        epoch = Wire.revision(after: epoch, from: utc)
        epochs = [:]
        asked = [:]
    }

    /// Takes a message.
    /// - Returns: whether it was taken; else what was gathered has to be committed before it.
    public mutating func receive(_ topic: String, _ payload: UnsafeRawBufferPointer, at now: Instant) -> Bool {
        guard !group.isFull else { return false }
        let known = Topic(topic)
        guard !ignores(known?.place.station, at: now) else {
            account.rejected += 1
            return true
        }
        do throws(Wire.Fault) {
            guard let found = known else { throw Wire.Fault("the topic is none of the wire's") }
            let place = found.place
            guard shards.contains(place.survey) else { return true }
            switch found.level {
            case .state, .progress: return true
            case .meta: group.add(try MetaDocument(payload, of: place.survey), of: place)
            case .rows(let stream):
                guard let rules = rules[stream.table] else { throw Wire.Fault("there is no such table") }
                guard group.add(try Batch(payload, of: stream, rules: rules), of: place) else { return false }
            }
        } catch {
            group.reject(IngestGroup.Rejected(topic: topic, reason: error.description, payload: payload))
            refused[known?.place.station, default: (0, now)].count += 1
        }
        if due == nil { due = now + Self.span }
        return true
    }

    /// Whether so much of a station was refused that nothing of it is looked at.
    private mutating func ignores(_ station: StationName?, at now: Instant) -> Bool {
        guard let (count, since) = refused[station] else { return false }
        if now - since >= Self.refusalSpan || refused.count > Self.maxRemembered { refused[station] = nil }
        return now - since < Self.refusalSpan && count >= maxRefused
    }

    /// Requests the progress of a survey.
    public mutating func hear(_ place: SurveyPlace, at now: Instant) {
        group.hear(place)
        if due == nil { due = now + Self.span }
    }

    /// Hands out what was gathered, for its transaction.
    public mutating func takeGroup() -> IngestGroup {
        defer {
            group = IngestGroup()
            due = nil
        }
        return group
    }

    /// Says what is to be published after a commit: to each survey that was heard of, what the database holds of it, or
    /// that its station does not own it.
    /// - Parameter utc: microseconds since 1970.
    public mutating func committed(
        _ group: IngestGroup, _ outcome: IngestOutcome, at now: Instant, utc: Int64
    ) -> [Publication] {
        if !group.isEmpty { account.commits += 1 }
        account.rejected += group.rejectedCount + outcome.refusedCount
        account.lastReason = outcome.refused.last?.reason ?? group.rejected.last?.reason ?? account.lastReason
        if let fault = outcome.mapFault { account.noteMapFault(fault) }
        revision = Wire.revision(after: revision, from: utc)
        if asked.count > Self.maxRemembered || epochs.count > Self.maxRemembered { (asked, epochs) = ([:], [:]) }
        for stream in outcome.streams {
            account.count(stream)
            note(stream, at: now)
        }
        let documents = outcome.stored.map { place, stored in
            (
                place,
                ProgressDocument(
                    revision: revision, epoch: epochs[place] ?? epoch, upto: stored.upto, meta: stored.meta)
            )
        }
        let refusals = outcome.unowned.map { place in
            (place, ProgressDocument(revision: revision, epoch: epoch, refusal: .unowned))
        }
        return (documents + refusals).sorted { $0.0 < $1.0 }.map { place, document in
            Publication(topic: Topic(place, .progress).description, payload: document.payload)
        }
    }

    /// Batches that were on their way behind a lost one ask once for it, not each.
    private mutating func note(_ stream: IngestOutcome.Stream, at now: Instant) {
        let gap = Gap(place: stream.place, stream: stream.stream)
        guard stream.followsGap else {
            asked[gap] = nil
            return
        }
        account.gapBatches += 1
        if let last = asked[gap], last.upto == stream.upto, now - last.at < Self.patience { return }
        asked[gap] = (stream.upto, now)
        epochs[stream.place] = Wire.revision(after: epochs[stream.place] ?? epoch, from: revision)
    }
}
