internal import WaldoFiles
public import WaldoStore

/// What the ledger of a store says of its destinations, beside what the store has.
public struct PushStatus: Equatable, Sendable {
    /// A survey at a destination.
    public struct Survey: Equatable, Sendable {
        /// Its number in the file, UUID and title.
        public var number: Int64, uuid: String, title: String
        /// Its rows that the database has acknowledged, and those that it has not.
        public var acknowledged: Int, pending: Int
    }

    /// A destination.
    public struct Destination: Equatable, Sendable {
        /// Its address.
        public var name: String
        /// Whether a process sends to it at this moment.
        public var isActive: Bool
        /// How it stands.
        public var standing: RelayLedger.Standing
        /// The surveys that may be sent.
        public var surveys: [Survey]
        /// The rows that could not travel.
        public var rejects: [RelayLedger.Reject]
        /// What happened last.
        public var history: [RelayLedger.Event]
    }

    /// The file.
    public var path: String
    /// Its destinations.
    public var destinations: [Destination]

    /// Reads store and ledger.
    /// - Parameter events: how many of the newest events.
    /// - Throws: `StoreError`.
    public init(_ path: String, events: Int) throws(StoreError) {
        self.path = path
        destinations = []
        let reader = try RelayReader(path: path, isInterrupted: { Interruption.hasCome })
        guard let ledger = try RelayLedger(reading: RelayLedger.path(for: path)) else { return }
        for name in try ledger.destinations() {
            var surveys: [Survey] = []
            for survey in try reader.surveys() {
                let cursors = try ledger.cursors(name, of: survey.uuid.lowercased())
                // Of a survey that nothing was sent of, others have not been asked either.
                guard survey.allowsUpload || !cursors.isEmpty else { continue }
                surveys.append(try Self.survey(survey, cursors, reader))
            }
            destinations.append(
                Destination(
                    name: name, isActive: RelayLedger.isActive(path, name),
                    standing: try ledger.standing(name) ?? RelayLedger.Standing(), surveys: surveys,
                    rejects: try ledger.rejects(name), history: try ledger.history(name, newest: events)))
        }
    }

    private static func survey(
        _ survey: RelayReader.Survey, _ cursors: [RelayStream: Int64], _ reader: RelayReader
    ) throws(StoreError) -> Survey {
        var all = 0, pending = 0
        for extent in try reader.streams(of: survey.id) {
            let stream = extent.stream
            all += try reader.count(of: stream, after: stream.start)
            pending += try reader.count(of: stream, after: cursors[stream] ?? stream.start)
        }
        return Survey(
            number: survey.id, uuid: survey.uuid, title: survey.title, acknowledged: all - pending, pending: pending)
    }

    /// Rows of all surveys and destinations that their databases have not.
    public var pending: Int { destinations.flatMap(\.surveys).reduce(0) { $0 + $1.pending } }
}
