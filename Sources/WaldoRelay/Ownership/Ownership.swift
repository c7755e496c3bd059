import WaldoCore
import WaldoFiles

/// Whose the surveys of a database are, as its owner sees and changes it.
public final class Ownership {
    /// A survey and its station.
    public struct Entry: Equatable, Sendable {
        /// Its UUID in the database.
        public let survey: SurveyID
        /// Whose it is; nil: nobody's yet, and nothing more is stored of it.
        public let station: StationName?
        /// Its title; empty: none is known.
        public let title: String

        /// It in one line, for a list.
        public var line: String {
            "\(survey)  \(station?.text ?? "(no station)")  \(SafeText.escaped(title, upTo: 200))"
        }
    }

    private let database: DatabaseConnection

    /// That of the database of a connection, whose user has the role `waldo_owner`.
    /// - Throws: `DatabaseError` for a schema of another version.
    public init(_ database: DatabaseConnection) throws(DatabaseError) {
        self.database = database
        try DatabaseSchema(database).require()
    }

    /// All surveys, those without a station first. Copies that were replaced are left out.
    /// - Throws: `DatabaseError`.
    public func entries() throws(DatabaseError) -> [Entry] {
        try database.query(
            """
            SELECT o.survey_uuid, o.station, min(v.title) FROM waldo.station_survey o
            LEFT JOIN waldo.survey v USING (survey_uuid) WHERE o.retired IS NULL
            GROUP BY o.survey_uuid, o.station ORDER BY o.station NULLS FIRST, o.survey_uuid
            """
        ).compactMap { row in
            row[0].flatMap { SurveyID($0) }.map {
                Entry(survey: $0, station: row[1].flatMap { StationName($0) }, title: row[2] ?? "")
            }
        }
    }

    /// The only survey of a UUID, or of the beginning of one.
    /// - Throws: `Failure` if there is none, or more than one; `DatabaseError`.
    public func one(_ text: String) throws -> SurveyID {
        let found = try entries().map(\.survey).filter { $0.text.hasPrefix(text.lowercased()) }
        guard let survey = found.first, found.count == 1 else {
            let many = found.isEmpty ? "no survey" : "\(found.count) surveys; give a longer prefix"
            throw Failure(
                found.isEmpty ? .input : .usage,
                "\(database.address): \(SafeText.escaped(text, upTo: 100)) matches \(many)")
        }
        return survey
    }

    /// What to say when a survey is handed to a station that has none: its name may be misspelt. Asked before.
    /// - Returns: a sentence; nil: the station has a survey.
    /// - Throws: `DatabaseError`.
    public func doubt(_ station: StationName) throws(DatabaseError) -> String? {
        let known = try database.query(
            """
            SELECT FROM waldo.station_survey WHERE station = $1
            UNION ALL SELECT FROM waldo.station_handed WHERE station = $1 LIMIT 1
            """, [station.text])
        guard known.isEmpty else { return nil }
        return "the database knew no survey of station \(station); if the name is wrong, hand the survey on with "
            + "`waldo-relay hand URL --survey UUID --to STATION`: until then nobody can send more of it"
    }

    /// Gives a survey to a station, which goes on from the rows that are stored.
    /// - Returns: what was done, as a sentence.
    /// - Throws: `DatabaseError`.
    public func hand(_ survey: SurveyID, to station: StationName) throws(DatabaseError) -> String {
        try database.retrying(6) { () throws(DatabaseError) in
            try database.transaction { () throws(DatabaseError) in
                // In the order in which collectors lock them.
                try database.query(
                    """
                    SELECT FROM waldo.station_survey s WHERE s.survey_uuid = $1::uuid
                        OR s.station = $2 AND s.sent_uuid = (
                        SELECT h.sent_uuid FROM waldo.station_survey h WHERE h.survey_uuid = $1::uuid)
                    ORDER BY s.survey_uuid FOR UPDATE
                    """, [survey.text, station.text])
                return try database.query("SELECT waldo.hand($1::uuid, $2)", [survey.text, station.text])
            }
        }
        .first?.first.flatMap { $0 } ?? ""
    }
}
