@testable import WaldoRelay

extension RealPostgres {
    /// Makes of a database what one of version 1 is: it has no stations, no ranks of them, a partition a day at most.
    /// The tables of surveys were the same.
    func makeVersionOne(_ name: String) throws {
        let admin = try plan(name).open()
        defer { admin.close() }
        for statement: SQL in [
            "DROP VIEW waldo.common_cells",
            """
            DROP TABLE waldo.station_survey, waldo.station_handed, waldo.turn, waldo.reader_limit, waldo.sample_span,
                waldo.quarantine, waldo.cell_spoiled CASCADE
            """,
            """
            ALTER TABLE waldo.cell_sum DROP first_station, DROP last_station, DROP unranked, DROP ranked, DROP stations,
                DROP median, DROP trimmed
            """,
            "ALTER TABLE waldo.cell_refresh DROP fault, DROP took, DROP behind",
            "UPDATE waldo.schema_version SET version = 1",
        ] { try admin.query(statement) }
    }
}
