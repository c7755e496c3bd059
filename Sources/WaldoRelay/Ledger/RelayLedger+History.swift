public import WaldoStore

extension RelayLedger {
    /// The events and rejects of a destination that are kept.
    private static let maxEvents = 1000, maxRejects = 10_000

    /// The status of a destination.
    public struct Status: Equatable, Sendable {
        /// Rows that it has acknowledged since the ledger was begun.
        public var rows: Int64 = 0
        /// Rows a second that it acknowledged last; nil: none yet.
        public var rate: Double?
        /// When it acknowledged something last, in microseconds since 1970.
        public var contact: Int64?
        /// `connected`, `waiting` or `ended`.
        public var state = "ended"
        /// What went wrong last, and when, in microseconds since 1970.
        public var error: String?, errorAt: Int64?

        /// Nothing is known of it.
        public init() {}
    }

    /// Something that happened.
    public struct Event: Equatable, Sendable {
        /// When, in microseconds since 1970.
        public var utc: Int64
        /// What.
        public var text: String
    }

    /// A row that could not travel.
    public struct Reject: Equatable, Sendable {
        /// The survey's UUID, and the name of the stream.
        public var survey: String, stream: String
        /// The row's id.
        public var id: Int64
        /// When, in microseconds since 1970, and why.
        public var utc: Int64, reason: String

        /// A row of a stream of a survey.
        public init(survey: String, stream: String, id: Int64, utc: Int64, reason: String) {
            self.survey = survey
            self.stream = stream
            self.id = id
            self.utc = utc
            self.reason = reason
        }
    }

    /// The status of a destination; nil: nothing was sent to it.
    /// - Throws: `StoreError`.
    public func status(_ destination: String) throws(StoreError) -> Status? {
        let row = try connection.prepare(
            "SELECT rows, rate, contact, state, error, error_at FROM destination WHERE name = ?")
        row.bind(destination)
        guard try row.step() else { return nil }
        defer { row.reset() }
        var status = Status()
        // A ledger may come from anywhere: what is added to the number has to find room.
        status.rows = max(0, min(row.int(0), 1 << 53))
        status.rate = row.optionalDouble(1)
        status.contact = row.optionalInt(2)
        status.state = row.text(3)
        status.error = row.optionalText(4)
        status.errorAt = row.optionalInt(5)
        return status
    }

    /// Stores the status of a destination.
    /// - Throws: `StoreError`.
    public func setStatus(_ destination: String, _ status: Status) throws(StoreError) {
        try connection.execute("INSERT OR REPLACE INTO destination VALUES (?, ?, ?, ?, ?, ?, ?)") {
            $0.bind(destination)
            $0.bind(status.rows)
            $0.bind(status.rate)
            $0.bind(status.contact)
            $0.bind(status.state)
            $0.bind(status.error)
            $0.bind(status.errorAt)
        }
    }

    /// The newest events of a destination, the oldest first.
    /// - Throws: `StoreError`.
    public func history(_ destination: String, newest limit: Int) throws(StoreError) -> [Event] {
        let row = try connection.prepare("SELECT utc, text FROM history WHERE destination = ? ORDER BY id DESC LIMIT ?")
        row.bind(destination)
        row.bind(Int64(limit))
        var events: [Event] = []
        while try row.step() { events.append(Event(utc: row.int(0), text: row.text(1))) }
        return events.reversed()
    }

    /// Adds an event, and forgets the oldest behind 1000 of a destination.
    /// - Throws: `StoreError`.
    public func note(_ destination: String, _ text: String, at utc: Int64) throws(StoreError) {
        try connection.execute("INSERT INTO history (destination, utc, text) VALUES (?, ?, ?)") {
            $0.bind(destination)
            $0.bind(utc)
            $0.bind(String(text.prefix(500)))
        }
        try connection.execute(
            """
            DELETE FROM history WHERE destination = ?1 AND id <= (
                SELECT id FROM history WHERE destination = ?1 ORDER BY id DESC LIMIT 1 OFFSET \(Self.maxEvents))
            """
        ) { $0.bind(destination) }
    }

    /// The rows that could not travel to a destination, at most 10,000.
    /// - Throws: `StoreError`.
    public func rejects(_ destination: String) throws(StoreError) -> [Reject] {
        let row = try connection.prepare("SELECT survey, stream, id, utc, reason FROM reject WHERE destination = ?")
        row.bind(destination)
        var rejects: [Reject] = []
        while try row.step() {
            rejects.append(
                Reject(survey: row.text(0), stream: row.text(1), id: row.int(2), utc: row.int(3), reason: row.text(4)))
        }
        return rejects
    }

    /// Notes that a row cannot travel.
    /// - Throws: `StoreError`.
    public func add(_ reject: Reject, for destination: String) throws(StoreError) {
        try connection.execute(
            """
            INSERT OR IGNORE INTO reject
            SELECT ?1, ?2, ?3, ?4, ?5, ?6
            WHERE (SELECT count(*) FROM reject WHERE destination = ?1) < \(Self.maxRejects)
            """
        ) {
            $0.bind(destination)
            $0.bind(reject.survey)
            $0.bind(reject.stream)
            $0.bind(reject.id)
            $0.bind(reject.utc)
            $0.bind(reject.reason)
        }
    }
}
