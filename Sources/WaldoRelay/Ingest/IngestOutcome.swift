public import WaldoStore

/// What a transaction has done, and what the database holds after it.
public struct IngestOutcome: Equatable, Sendable {
    /// What became of a stream's batches.
    public struct Stream: Equatable, Sendable {
        /// The survey.
        public let place: SurveyPlace
        /// The stream.
        public let stream: RelayStream
        /// Up to which id the database holds it.
        public let upto: Int64
        /// The rows that were new, that were there already, and that were there with another content.
        public let inserted: Int, equal: Int, conflicts: Int
        /// Whether a batch was left because it follows a gap: the rows before it are missing.
        public let followsGap: Bool
    }

    /// What the database has stored of a survey.
    public struct Stored: Equatable, Sendable {
        /// Up to which id, by streams.
        public var upto: [RelayStream: Int64] = [:]
        /// The revision of its meta; nil: none.
        public var meta: Int64?
    }

    /// The streams that had batches.
    public internal(set) var streams: [Stream] = []
    /// All that the database has stored of the surveys that were heard of.
    public internal(set) var stored: [SurveyPlace: Stored] = [:]
    /// What the database has refused of the group, beside what was refused before. Of more than a hundred the rest is
    /// only counted.
    public private(set) var refused: [IngestGroup.Rejected] = []
    /// How much the database has refused.
    public private(set) var refusedCount = 0
    /// The surveys of the group that the database does not take from their stations.
    var unowned: Set<SurveyPlace> = []
    /// The surveys that have more streams than a document of progress.
    var overfull: Set<SurveyPlace> = []
    /// Why the sums of the map could not be brought up to date after the transaction; nil: they could, or nothing was
    /// due. The rows are stored all the same.
    public internal(set) var mapFault: String?
    /// Whether the sums of the map are stale though nothing more comes.
    public internal(set) var isMapStale = false
    /// How many sessions of readers were ended, and why none could be; nil: they could, or it was not due.
    public internal(set) var endedReaders = 0, readersFault: String?

    /// Adds a refusal.
    /// - Parameter count: of how many documents and batches.
    mutating func refuse(_ refusal: IngestGroup.Rejected, count: Int = 1) {
        refusedCount += count
        if refused.count < IngestGroup.maxRejected { refused.append(refusal) }
    }

    /// Adds what a later transaction has done.
    mutating func add(_ later: IngestOutcome) {
        streams += later.streams
        stored.merge(later.stored) { $1 }
        unowned.formUnion(later.unowned)
        overfull.formUnion(later.overfull)
    }
}
