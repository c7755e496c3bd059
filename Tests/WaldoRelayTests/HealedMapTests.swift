import Testing
import WaldoStore
import WaldoTestSupport
import WaldoTesting

@testable import WaldoRelay

/// What is in a database already and harms its map is taken away, or computed again.
@Suite(.serialized) struct HealedMapTests {
    private typealias Sample = CraftedStation.Sample

    @Test func theOwnerHasTheCellsComputedAgain() async throws {
        let map = try await CraftedMap("rebuilt")
        let station = try CraftedStation(1), other = try CraftedStation(2)
        // Its rows come before it is known what they are: nothing limits their times.
        var rows = IngestGroup(), meta = IngestGroup(), closed = station
        closed.end = 10_000_000
        let late = Sample(value: 9, from: 1_000_000_000, to: 1_005_000_000)
        _ = rows.add(try station.batch([Sample(), late, Sample(value: 3e307)]), of: station.place)
        try map.take(rows)
        meta.add(closed.meta(), of: station.place)
        _ = try map.ingest.store(meta)
        try map.take(other.group([Sample()]))
        try map.rows("SELECT waldo.refresh_cells()")
        #expect(
            try map.rows("SELECT n, stations FROM waldo.common_cells WHERE level = 18") == ["3\t2"])
        // Cells that were lost, and one that no sample explains.
        try map.rows("DELETE FROM waldo.cell WHERE level = 12")
        let survey = "survey_uuid = '\(station.survey)'"
        try map.rows(SQL(test: "UPDATE waldo.cell SET n = 7 WHERE level = 6 AND \(survey)"))
        let cells = try MapCells(try map.server.plan(map.name).open())
        #expect(try cells.rebuild(station.survey) == 3)
        #expect(try cells.rebuild(other.survey) == 1)
        try cells.finish()
        #expect(
            try map.rows("SELECT level, n, stations FROM waldo.common_cells ORDER BY 1")
                == [6, 9, 12, 15, 18, 21].map { "\($0)\t2\t2" })
        #expect(
            try map.rows("SELECT reason, samples FROM waldo.quarantined ORDER BY 1")
                == ["time\t1", "value\t1"])
        let collector = try map.server.plan(map.name, user: "collector").open()
        #expect(throws: DatabaseError.self) {
            try collector.query("SELECT waldo.rebuild_cells($1::uuid)", [station.survey.text])
        }
    }

    @Test func aSumThatCannotBeComputedIsTakenAway() async throws {
        let map = try await CraftedMap("sums")
        let honest = try CraftedStation(1), attacker = try CraftedStation(2)
        try map.take(honest.group([Sample()]))
        try map.take(attacker.group([Sample(value: 2)]))
        // As a database of an earlier version has them.
        for _ in 0..<2 {
            try map.rows(
                """
                INSERT INTO waldo.cell_added
                SELECT code, survey_uuid, stream, 1, 5, 1.7e308, 3e307, 3e307, longitudes / n, latitudes / n, last_t
                FROM waldo.cell WHERE level = 21 AND survey_uuid::text LIKE '%002'
                """)
        }
        try map.rows("SELECT waldo.refresh_cells()")
        #expect(try map.rows("SELECT fault LIKE '%2 sums%' FROM waldo.cell_refresh") == ["t"])
        try map.rows("SELECT waldo.refresh_cells()")
        #expect(try map.rows("SELECT fault FROM waldo.cell_refresh") == ["\\N"])
        #expect(
            try map.rows("SELECT title, reason, samples FROM waldo.quarantined") == [
                "station 002\tsum\t2"
            ])
        #expect(try map.rows(CraftedMap.cells) == ["2\t2\t1.234\t1.234\t1.234"])
    }

    @Test func aDatabaseOfVersionOneIsHealedByItsMigration() async throws {
        let map = try await CraftedMap("old")
        let honest = try CraftedStation(1), attacker = try CraftedStation(2)
        try map.take(honest.group([Sample()]))
        try map.take(attacker.group([Sample(value: 2)]))
        let admin = try map.server.plan(map.name).open()
        try map.server.makeVersionOne(map.name)
        for statement: SQL in [
            "UPDATE waldo.cell SET weighted = 1.7e308, high = 3e307 WHERE survey_uuid::text LIKE '%002'",
            "UPDATE waldo.cell_sum SET weighted = 1.7e308, high = 3e307",
            "UPDATE waldo.meta_revision SET revision = 9223372036854775807",
        ] { try admin.query(statement) }
        #expect(try DatabaseSchema(admin).apply() == .migrate([1]))
        try admin.query("SELECT waldo.refresh_cells()")
        #expect(try map.rows(CraftedMap.cells) == ["1\t1\t0.467\t0.467\t0.467"])
        #expect(try map.rows("SELECT title, reason FROM waldo.quarantined") == ["station 002\tsum"])
        let ownership = try Ownership(admin)
        for station in [honest, attacker] { _ = try ownership.hand(station.survey, to: station.place.station) }
        var group = IngestGroup()
        group.add(honest.meta(revision: 2), of: honest.place)
        #expect(try map.ingest.store(group).stored[honest.place]?.meta == 2)
        _ = group.add(try honest.batch([Sample()], from: 1), of: honest.place)
        #expect(try map.ingest.store(group).streams.first?.inserted == 1)
        #expect(try DatabaseSchema(admin).apply() == .nothing)
    }
}
