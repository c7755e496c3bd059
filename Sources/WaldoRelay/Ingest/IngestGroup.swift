import WaldoStore

/// Batches and meta documents that go into one transaction.
public struct IngestGroup: Sendable {
    /// The rows and bytes after which a transaction is closed.
    public static let maxRows = 20_000, maxBytes = 8 << 20
    /// The same of its surveys: each costs some statements.
    static let maxSurveys = 1000
    /// The refusals that are kept, in all and of each station.
    static let maxRejected = 100, maxRejectedOfStation = 16

    /// A batch of a survey.
    public struct Item: Sendable {
        /// The survey.
        public let place: SurveyPlace
        /// Its batch.
        public let batch: Batch
    }

    /// A payload that was refused.
    public struct Rejected: Equatable, Sendable {
        /// Where it came from.
        public let topic: String
        /// Why it was refused.
        public let reason: String
        /// Its first bytes.
        public let beginning: [UInt8]

        /// The station of the topic; nil: there is none in it.
        var station: StationName? {
            let levels = topic.prefix(100).split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
            return levels.count == 4 && levels[0] == "waldo" ? StationName(levels[2]) : nil
        }

        /// A refusal; of the payload its first bytes are kept.
        public init(topic: String, reason: String, payload: UnsafeRawBufferPointer) {
            self.topic = topic
            self.reason = reason
            beginning = Array(payload.prefix(200))
        }

        init(topic: String, reason: String, beginning: [UInt8]) {
            self.topic = topic
            self.reason = reason
            self.beginning = beginning
        }
    }

    private struct Key: Hashable {
        let place: SurveyPlace
        let stream: RelayStream
    }

    /// The batches in the order in which they came.
    public private(set) var items: [Item] = []
    /// The newest meta document of each survey.
    public private(set) var metas: [SurveyPlace: MetaDocument] = [:]
    /// All surveys that were heard of, with rows or without.
    public private(set) var surveys: Set<SurveyPlace> = []
    /// What was refused. Of more than a hundred in one transaction, or 16 of one station, the rest is only counted.
    public private(set) var rejected: [Rejected] = []
    private var rejectedOf: [StationName?: Int] = [:]
    /// How many payloads were refused.
    public private(set) var rejectedCount = 0
    /// The rows and bytes of the batches.
    public private(set) var rows = 0, bytes = 0
    private var last: [Key: Int64] = [:]

    /// A group of nothing.
    public init() {}

    /// Whether there is nothing in it.
    public var isEmpty: Bool { surveys.isEmpty && rejectedCount == 0 }
    /// Whether the map may differ after it. A group of nothing is stored for the map alone.
    var changesMap: Bool { isEmpty || !metas.isEmpty || items.contains { $0.batch.stream.table == .sample } }
    /// Whether it is to be committed before more comes.
    public var isFull: Bool {
        rows >= Self.maxRows || bytes >= Self.maxBytes || surveys.count >= Self.maxSurveys || rejectedCount >= 1000
    }

    /// Adds a batch.
    /// - Returns: whether it was added; one that covers again what the group has already goes into the next group, so
    ///   that it is compared with what is stored.
    public mutating func add(_ batch: Batch, of place: SurveyPlace) -> Bool {
        let key = Key(place: place, stream: batch.stream)
        if let last = last[key], batch.after < last { return false }
        last[key] = batch.last
        surveys.insert(place)
        items.append(Item(place: place, batch: batch))
        // One without rows is some work all the same.
        rows += max(1, batch.count)
        bytes += batch.rows.count
        return true
    }

    /// Adds a meta document, if it is the newest of its survey.
    public mutating func add(_ meta: MetaDocument, of place: SurveyPlace) {
        surveys.insert(place)
        if let known = metas[place], known.revision >= meta.revision { return }
        metas[place] = meta
        bytes += meta.tables.reduce(0) { $0 + $1.rows.count }
    }

    /// Notes a survey of which only is to be said what the database holds.
    public mutating func hear(_ place: SurveyPlace) { surveys.insert(place) }

    /// Adds a refusal.
    public mutating func reject(_ refusal: Rejected) {
        rejectedCount += 1
        let station = refusal.station
        guard rejected.count < Self.maxRejected, rejectedOf[station, default: 0] < Self.maxRejectedOfStation else {
            return
        }
        rejected.append(refusal)
        rejectedOf[station, default: 0] += 1
    }

    /// How many meta documents and batches it has.
    var partCount: Int { metas.count + items.count }

    /// Its meta documents and batches in two groups of about the same number, in the order in which they are stored;
    /// nothing if it has one of them at most.
    var halves: [IngestGroup] {
        let count = partCount
        guard count > 1 else { return [] }
        var halves = [IngestGroup(), IngestGroup()]
        for (index, (place, meta)) in metas.sorted(by: { $0.key < $1.key }).enumerated() {
            halves[index * 2 / count].add(meta, of: place)
        }
        for (index, item) in items.enumerated() {
            _ = halves[(metas.count + index) * 2 / count].add(item.batch, of: item.place)
        }
        return halves
    }

    /// What stations have sent, each of some in a group of its own and all others in the first one. Refusals are in
    /// none.
    func split(_ isApart: (StationName) -> Bool) -> [IngestGroup] {
        let apart = Set(surveys.lazy.map(\.station).filter(isApart))
        guard !apart.isEmpty else { return surveys.isEmpty ? [] : [self] }
        var groups: [StationName?: IngestGroup] = [:]
        func key(_ place: SurveyPlace) -> StationName? { apart.contains(place.station) ? place.station : nil }
        for place in surveys { groups[key(place), default: IngestGroup()].hear(place) }
        for (place, meta) in metas { groups[key(place), default: IngestGroup()].add(meta, of: place) }
        for item in items { _ = groups[key(item.place), default: IngestGroup()].add(item.batch, of: item.place) }
        return ([nil] + apart.sorted()).compactMap { groups[$0] }
    }

    /// The topic of the first batch or document of a group.
    var topic: String {
        if let item = items.first { return Topic(item.place, .rows(item.batch.stream)).description }
        return metas.keys.first.map { Topic($0, .meta).description } ?? ""
    }

    /// The station of a group that has one alone.
    var station: StationName? { surveys.first?.station }

    /// Its first bytes.
    var beginning: [UInt8] {
        Array((items.first?.batch.rows ?? metas.values.first?.tables.first?.rows ?? []).prefix(200))
    }
}
