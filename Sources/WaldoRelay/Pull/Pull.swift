import WaldoCore
import WaldoFiles

/// Brings a survey from the database into a new file, equal row for row to the one that it came from.
public final class Pull {
    /// A survey in the database.
    public struct Found: Equatable, Sendable {
        /// Its UUID.
        public let survey: SurveyID
        /// Its title.
        public let title: String
        /// When it was begun, as `2026-11-22T17:25:15.123Z`.
        public let started: String
        /// Whose it is; nil: nobody's yet.
        public let station: StationName?
        /// Whether its station has deleted it.
        public let isDeleted: Bool

        /// It in one line, for a list.
        public var line: String {
            let owner = station.map { "  of \($0)" } ?? "", mark = isDeleted ? "  (deleted)" : ""
            return "\(survey)  \(started)  \(SafeText.escaped(title, upTo: 200))\(owner)\(mark)"
        }
    }

    private let database: DatabaseConnection
    private let address: String

    /// Reads by a connection.
    /// - Throws: `DatabaseError` for a schema of another version.
    public init(_ database: DatabaseConnection) throws(DatabaseError) {
        self.database = database
        address = database.address
        try DatabaseSchema(database).require()
    }

    /// The surveys of a UUID, of the beginning of one, or of a title; all of them for an empty text.
    /// - Throws: `DatabaseError`.
    public func find(_ text: String) throws(DatabaseError) -> [Found] {
        try database.query(
            """
            SELECT survey_uuid, title, coalesce(started_time, ''), deleted IS NOT NULL, station
            FROM waldo.survey LEFT JOIN waldo.station_survey USING (survey_uuid)
            WHERE starts_with(survey_uuid::text, lower($1)) OR title = $1 ORDER BY started, survey_uuid
            """, [text]
        ).compactMap { row in
            row[0].flatMap { SurveyID($0) }.map {
                Found(
                    survey: $0, title: row[1] ?? "", started: row[2] ?? "", station: row[4].flatMap { StationName($0) },
                    isDeleted: row[3] == "t")
            }
        }
    }

    /// The only survey of a UUID, of the beginning of one, or of a title.
    /// - Throws: `Failure` if there is none, or more than one; `DatabaseError`.
    public func one(_ text: String) throws -> Found {
        // Any station may choose another's UUID as a title: a UUID, or its beginning, comes first.
        let all = try find(text), begun = all.filter { $0.survey.text.hasPrefix(text.lowercased()) }
        let found = begun.isEmpty ? all : begun, name = SafeText.escaped(text, upTo: 200)
        guard let first = found.first else {
            throw Failure(
                .input, "\(address): there is no survey \(name); `waldo-relay pull --from URL` lists them")
        }
        guard found.count == 1 else {
            throw Failure(
                .usage,
                "\(address): \(name) is \(found.count) surveys; name one by its UUID:\n"
                    + found.prefix(20).map { "    \($0.line)" }.joined(separator: "\n"))
        }
        return first
    }

    /// Writes a survey's rows into a new file, as the database holds them at one moment.
    /// - Parameters:
    ///   - path: the file, which must not exist. It gets this name when it is whole.
    ///   - progress: called with the rows so far, now and then.
    /// - Returns: the rows of the nine tables whose rows are only added, without meta.
    /// - Throws: `DatabaseError`, `StoreError`.
    public func write(_ survey: SurveyID, to path: String, progress: (Int) -> Void = { _ in }) throws -> Int {
        let store = try PulledStore(creating: path, writtenBy: Version.current)
        do {
            let count = try database.transaction { () throws in
                try database.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                try database.query(
                    """
                    SELECT set_config('waldo.survey', $1, true),
                        set_config('waldo.first', coalesce(min(first_t), 'epoch')::text, true),
                        set_config('waldo.last', coalesce(max(last_t), 'epoch')::text, true)
                    FROM waldo.progress WHERE survey_uuid = $1::uuid
                    """, [survey.text])
                var count = 0
                for table in StoreTable.meta { try copy(table, to: store) { _ in } }
                for table in StoreTable.appended {
                    try copy(table, to: store) { _ in
                        count += 1
                        if count % 10_000 == 0 { progress(count) }
                    }
                }
                return count
            }
            try store.finish()
            return count
        } catch {
            store.discard()
            throw error
        }
    }

    private func copy(_ table: StoreTable, to store: PulledStore, _ counted: (Int) -> Void) throws {
        var rows = 0
        try database.copy(SQL(copying: table)) { line in
            try store.insert(line, into: table)
            rows += 1
            counted(rows)
        }
    }
}
