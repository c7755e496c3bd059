import Glibc
import WaldoFiles

/// The sums of a database's map, as its owner has them computed again.
public final class MapCells {
    private let database: DatabaseConnection

    /// Those of the database of a connection, whose user has the role `waldo_owner`.
    /// - Throws: `DatabaseError` for a schema of another version.
    public init(_ database: DatabaseConnection) throws(DatabaseError) {
        self.database = database
        try DatabaseSchema(database).require()
    }

    /// Computes the cells of a survey again from its samples, by what is known of them now.
    /// - Returns: of how many samples.
    /// - Throws: `DatabaseError`.
    public func rebuild(_ survey: SurveyID) throws(DatabaseError) -> Int {
        let rows = try database.retrying(6) { () throws(DatabaseError) in
            try database.query("SELECT waldo.rebuild_cells($1::uuid)", [survey.text])
        }
        return rows.first?.first.flatMap { $0 }.flatMap { Int($0) } ?? 0
    }

    /// How often a fault may come one after another: each time what causes it is taken away.
    private static let maxFaults = 3
    /// What is still to be summed up, but for surveys that changed again within a minute.
    private static let unsummed: SQL = """
        SELECT (SELECT count(*) FROM waldo.cell_stale)
            + (SELECT count(*) FROM waldo.cell_walk WHERE upto IS NOT NULL)
        """
    /// The cells that one refresh ranks.
    private static let ranked = 200

    /// Brings the sums of all surveys up to date: what is stale, and what has no rank now.
    /// - Throws: `DatabaseError`.
    public func finish() throws(DatabaseError) {
        let unranked = try number("SELECT count(*) FROM waldo.cell_sum WHERE unranked")
        var rounds = unranked / Self.ranked + 1, faults = 0
        while true {
            try database.query("SELECT waldo.refresh_cells()")
            rounds -= 1
            guard let row = try database.query("SELECT behind, fault FROM waldo.cell_refresh").first else { return }
            faults = row[1] == nil ? 0 : faults + 1
            if let fault = row[1], faults == Self.maxFaults {
                throw DatabaseError(.failed, database.address, "the map's sums cannot be computed (\(fault))")
            }
            if row[0] != "t" { return }
            // Stations that go on sending leave new cells to be ranked each time.
            if rounds <= 0, faults == 0, try number(Self.unsummed) == 0 { return }
            // A collector may be at it.
            usleep(20_000)
        }
    }

    private func number(_ query: SQL) throws(DatabaseError) -> Int {
        try database.query(query).first?.first.flatMap { $0 }.flatMap { Int($0) } ?? 0
    }
}
