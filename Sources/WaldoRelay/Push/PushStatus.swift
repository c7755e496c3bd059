import WaldoCore
import WaldoFiles
public import WaldoStore

/// What the ledger of a store, or of a bGeigie log, says of its destinations, beside what the file has.
public struct PushStatus: Equatable, Sendable {
    /// A survey at a destination.
    public struct Survey: Equatable, Sendable {
        /// Its number in the file, UUID and title.
        public var number: Int64, uuid: String, title: String
        /// Its rows that the database has acknowledged, and those that it has not.
        public var acknowledged: Int, pending: Int
    }

    /// A log at an import.
    public struct Upload: Equatable, Sendable {
        /// What the import has of it.
        public enum State: String, Equatable, Sendable {
            /// It has the log as the file has it now.
            case accepted = "taken"
            /// It has an earlier state of the log.
            case older
            /// It has refused the log.
            case refused
            /// The log was sent, and no answer has come: it may have it.
            case unanswered
            /// Nothing was sent of it.
            case unsent
        }

        /// The name under which it is sent.
        public var name: String
        /// The survey's number and the session's; nil: the log is a file of its own.
        public var survey: Int64?, session: Int64?
        /// How many bytes it has now.
        public var bytes: Int
        /// What the import has of it.
        public var state: State
        /// When the import accepted something of it last, in microseconds since 1970; nil: never.
        public var acceptedAt: Int64?
        /// The last attempt; nil: none is known.
        public var last: RelayLedger.Upload?
    }

    /// A destination.
    public struct Destination: Equatable, Sendable {
        /// Its address.
        public var name: String
        /// Whether it is an import of logs, and the logs that may be sent there; nil: it is a database.
        public var uploads: [Upload]?
        /// Whether a process sends to it at this moment.
        public var isActive: Bool
        /// How it stands.
        public var status: RelayLedger.Status
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

    /// Reads the file and its ledger.
    /// - Parameter events: how many of the newest events.
    /// - Throws: `Failure`, `StoreError`.
    public init(_ path: String, events: Int) throws {
        self.path = path
        destinations = []
        let log = try LogFile.bytes(path, atMost: LogUpload.greatest)
        let reader = log == nil ? try RelayReader(path: path, isInterrupted: { Interruption.hasCome }) : nil
        guard let ledger = try RelayLedger(reading: RelayLedger.path(for: path)) else { return }
        for name in try ledger.destinations() {
            var surveys: [Survey] = [], uploads: [Upload]?
            if UploadAddress.isOne(name) {
                uploads = try Self.uploads(
                    of: try log.map { [Log(name: LogUpload.name(path), ledgerKey: LogUpload.ownLog, bytes: $0)] }
                        ?? Self.logs(reader), to: name, ledger)
            } else if let reader {
                surveys = try Self.surveys(reader, name, ledger)
            }
            destinations.append(
                Destination(
                    name: name, uploads: uploads, isActive: ledger.isActive(name),
                    status: try ledger.status(name) ?? RelayLedger.Status(), surveys: surveys,
                    rejects: try ledger.rejects(name), history: try ledger.history(name, newest: events)))
        }
    }

    // MARK: databases

    private static func surveys(
        _ reader: RelayReader, _ name: String, _ ledger: RelayLedger
    ) throws(StoreError) -> [Survey] {
        var surveys: [Survey] = []
        for survey in try reader.surveys() {
            let cursors = try ledger.cursors(name, of: survey.uuid.lowercased())
            // Of a survey that nothing was sent of, others have not been asked either.
            guard survey.allowsUpload || !cursors.isEmpty else { continue }
            surveys.append(try Self.survey(survey, cursors, reader))
        }
        return surveys
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
