internal import WaldoStore

/// Batches and meta documents that go into one transaction.
public struct IngestGroup: Sendable {
    /// The rows and bytes after which a transaction is closed.
    public static let mostRows = 20_000, mostBytes = 8 << 20
    /// The same of its surveys: each costs some statements.
    static let mostSurveys = 1000

    /// A batch of a survey.
    public struct Item: Sendable {
        /// The survey.
        public let survey: SurveyID
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
        let survey: SurveyID
        let stream: RelayStream
    }

    /// The batches in the order in which they came.
    public private(set) var items: [Item] = []
    /// The newest meta document of each survey.
    public private(set) var metas: [SurveyID: MetaDocument] = [:]
    /// All surveys that were heard of, with rows or without.
    public private(set) var surveys: Set<SurveyID> = []
    /// What was refused. Of more than a hundred in one transaction the rest is only counted.
    public private(set) var rejected: [Rejected] = []
    /// How many payloads were refused.
    public private(set) var rejectedCount = 0
    /// The rows and bytes of the batches.
    public private(set) var rows = 0, bytes = 0
    private var last: [Key: Int64] = [:]

    /// A group of nothing.
    public init() {}

    /// Whether there is nothing in it.
    public var isEmpty: Bool { surveys.isEmpty && rejectedCount == 0 }
    /// Whether it is to be committed before more comes.
    public var isFull: Bool {
        rows >= Self.mostRows || bytes >= Self.mostBytes || surveys.count >= Self.mostSurveys || rejectedCount >= 1000
    }

    /// Adds a batch.
    /// - Returns: whether it was added; one that covers again what the group has already goes into the next group, so
    ///   that it is compared with what is stored.
    public mutating func add(_ batch: Batch, of survey: SurveyID) -> Bool {
        let key = Key(survey: survey, stream: batch.stream)
        if let last = last[key], batch.after < last { return false }
        last[key] = batch.last
        surveys.insert(survey)
        items.append(Item(survey: survey, batch: batch))
        // One without rows is some work all the same.
        rows += max(1, batch.count)
        bytes += batch.rows.count
        return true
    }

    /// Adds a meta document, if it is the newest of its survey.
    public mutating func add(_ meta: MetaDocument, of survey: SurveyID) {
        surveys.insert(survey)
        if let known = metas[survey], known.revision >= meta.revision { return }
        metas[survey] = meta
        bytes += meta.tables.reduce(0) { $0 + $1.rows.count }
    }

    /// Notes a survey of which only is to be said what the database holds.
    public mutating func hear(_ survey: SurveyID) { surveys.insert(survey) }

    /// Adds a refusal.
    public mutating func reject(_ refusal: Rejected) {
        rejectedCount += 1
        if rejected.count < 100 { rejected.append(refusal) }
    }

    /// Each batch, meta document and the refusals in a group of its own.
    var parts: [IngestGroup] {
        var parts: [IngestGroup] = items.map { item in
            var part = IngestGroup()
            _ = part.add(item.batch, of: item.survey)
            return part
        }
        for (survey, meta) in metas.sorted(by: { $0.key.text < $1.key.text }) {
            var part = IngestGroup()
            part.add(meta, of: survey)
            parts.append(part)
        }
        return parts
    }

    /// The group of nothing but the refusals.
    var refusals: IngestGroup {
        var group = IngestGroup()
        group.rejected = rejected
        group.rejectedCount = rejectedCount
        return group
    }

    /// The topic of what a group of one part has.
    var topic: String {
        if let item = items.first { return Topic(item.survey, .rows(item.batch.stream)).description }
        return metas.keys.first.map { Topic($0, .meta).description } ?? ""
    }

    /// Its first bytes.
    var beginning: [UInt8] {
        Array((items.first?.batch.rows ?? metas.values.first?.tables.first?.rows ?? []).prefix(200))
    }
}
