import Testing
import WaldoStore
import WaldoTestSupport

@testable import WaldoRelay

/// Numbers that a station may send, and what they do to the map and to other stations: nothing.
@Suite(.serialized) struct HostileNumbersTests {
    private typealias Sample = CraftedStation.Sample

    /// A server with a database, and the ingest of a collector.
    private func begin(_ name: String) async throws -> (server: RealPostgres, ingest: Ingest) {
        let server = try await RealPostgres.common()
        try server.database(name)
        return (server, Ingest(try server.plan(name, user: "collector").open()))
    }

    /// Stores a group, and has the sums brought up to date behind it.
    private func take(_ group: IngestGroup, _ ingest: Ingest, _ server: RealPostgres, _ name: String) throws {
        _ = try server.rows("UPDATE waldo.cell_refresh SET at = '-infinity'", in: name)
        let outcome = try ingest.take(group)
        #expect(outcome.refused.isEmpty && outcome.mapFault == nil, "\(outcome.refused) \(outcome.mapFault ?? "")")
        #expect(outcome.streams.allSatisfy { !$0.isBehindGap && $0.inserted > 0 })
    }

    private let cell: SQL = """
        SELECT stations, n, round(mean::numeric, 3), round(median::numeric, 3), round(trimmed::numeric, 3)
        FROM waldo.common_cells WHERE level = 18
        """

    @Test func threeGreatValuesInOneCellStopNobody() async throws {
        let (server, ingest) = try await begin("great")
        let attackers = try (1...3).map { try CraftedStation($0) }, honest = try CraftedStation(9)
        for attacker in attackers {
            try take(attacker.group([Sample(value: 3e307)]), ingest, server, "great")
        }
        try take(honest.group([Sample(), Sample()]), ingest, server, "great")
        #expect(try server.rows(cell, in: "great") == ["1\t2\t0.467\t0.467\t0.467"])
        #expect(
            try server.rows(
                "SELECT count(*), sum(samples), min(reason), min(title) FROM waldo.quarantined", in: "great")
                == ["3\t3\tvalue\tstation 001"])
        for statement: SQL in [
            "SELECT length(waldo.tile(18, waldo.cell_column(144.96, 18)::int, waldo.cell_row(-37.81, 18)::int)) > 0",
            "SELECT length(waldo.tile(8, waldo.cell_column(144.96, 8)::int, waldo.cell_row(-37.81, 8)::int)) > 0",
        ] { #expect(try server.rows(statement, in: "great") == ["t"]) }
        #expect(try server.rows("SELECT count(*) FROM waldo.rejected", in: "great") == ["0"])
        for attacker in attackers {
            var group = IngestGroup()
            group.add(attacker.meta(revision: 2, deleted: 1_795_366_900_000_000), of: attacker.survey)
            _ = try ingest.take(group)
        }
        #expect(try server.rows("SELECT count(*) FROM waldo.quarantined", in: "great") == ["0"])
    }

    @Test(arguments: [false, true]) func oneLongSampleDoesNotOutweighAll(isKnownLater: Bool) async throws {
        let name = isKnownLater ? "later" : "long"
        let (server, ingest) = try await begin(name)
        for number in 1...2 {
            try take(CraftedStation(number).group([Sample()]), ingest, server, name)
        }
        let attacker = try CraftedStation(3)
        // 9,500 years.
        let long = Sample(value: 999_999.993, from: 0, to: 299_797_200_000_000_000)
        if isKnownLater {
            var rows = IngestGroup(), meta = IngestGroup()
            _ = rows.add(try attacker.batch([long]), of: attacker.survey)
            try take(rows, ingest, server, name)
            meta.add(attacker.meta(), of: attacker.survey)
            try take(meta, ingest, server, name)
        } else {
            try take(attacker.group([long]), ingest, server, name)
        }
        _ = try server.rows("SELECT waldo.refresh_cells()", in: name)
        // Each counts for the five seconds of its stream.
        #expect(try server.rows(cell, in: name) == ["3\t3\t333333.642\t0.467\t0.467"])
        #expect(
            try server.rows("SELECT reason, samples FROM waldo.quarantined", in: name) == ["exposure\t1"])
    }

    @Test func samplesOutsideOfTheirSessionAreNotOnTheMap() async throws {
        let (server, ingest) = try await begin("outside")
        var station = try CraftedStation(1)
        station.end = 10_000_000
        try take(station.group([Sample(), Sample(from: 1_000_000_000, to: 1_005_000_000)]), ingest, server, "outside")
        #expect(try server.rows(cell, in: "outside") == ["1\t1\t0.467\t0.467\t0.467"])
        #expect(try server.rows("SELECT reason, samples FROM waldo.quarantined", in: "outside") == ["time\t1"])
    }

    @Test func aSumThatCannotBeComputedIsTakenAway() async throws {
        let (server, ingest) = try await begin("sums")
        let honest = try CraftedStation(1), attacker = try CraftedStation(2)
        try take(honest.group([Sample()]), ingest, server, "sums")
        try take(attacker.group([Sample(value: 2)]), ingest, server, "sums")
        // As a database of an earlier version has them.
        for _ in 0..<2 {
            _ = try server.rows(
                """
                INSERT INTO waldo.cell_added
                SELECT code, survey_uuid, stream, 1, 5, 1.7e308, 3e307, 3e307, longitudes / n, latitudes / n, last_t
                FROM waldo.cell WHERE level = 21 AND survey_uuid::text LIKE '%002'
                """, in: "sums")
        }
        _ = try server.rows("SELECT waldo.refresh_cells()", in: "sums")
        #expect(try server.rows("SELECT fault LIKE '%2 sums%' FROM waldo.cell_refresh", in: "sums") == ["t"])
        _ = try server.rows("SELECT waldo.refresh_cells()", in: "sums")
        #expect(try server.rows("SELECT fault FROM waldo.cell_refresh", in: "sums") == ["\\N"])
        #expect(
            try server.rows("SELECT title, reason, samples FROM waldo.quarantined", in: "sums") == [
                "station 002\tsum\t2"
            ])
        #expect(try server.rows(cell, in: "sums") == ["2\t2\t1.234\t1.234\t1.234"])
    }

    @Test func aDatabaseOfVersionOneIsHealedByItsMigration() async throws {
        let (server, ingest) = try await begin("old")
        let honest = try CraftedStation(1), attacker = try CraftedStation(2)
        try take(honest.group([Sample()]), ingest, server, "old")
        try take(attacker.group([Sample(value: 2)]), ingest, server, "old")
        let admin = try server.plan("old").open()
        for statement: SQL in [
            "DROP VIEW waldo.common_cells",
            """
            ALTER TABLE waldo.cell_sum DROP first_station, DROP last_station, DROP unranked, DROP ranked, DROP stations,
                DROP median, DROP trimmed
            """,
            "ALTER TABLE waldo.cell_refresh DROP fault", "DROP TABLE waldo.sample_span CASCADE",
            "UPDATE waldo.cell SET weighted = 1.7e308, high = 3e307 WHERE survey_uuid::text LIKE '%002'",
            "UPDATE waldo.cell_sum SET weighted = 1.7e308, high = 3e307",
            "UPDATE waldo.meta_revision SET revision = 9223372036854775807",
            "UPDATE waldo.schema_version SET version = 1",
        ] { try admin.query(statement) }
        #expect(try DatabaseSchema(admin).apply() == .migrate([1]))
        try admin.query("SELECT waldo.refresh_cells()")
        #expect(try server.rows(cell, in: "old") == ["1\t1\t0.467\t0.467\t0.467"])
        #expect(try server.rows("SELECT title, reason FROM waldo.quarantined", in: "old") == ["station 002\tsum"])
        var group = IngestGroup()
        group.add(honest.meta(revision: 2), of: honest.survey)
        #expect(try ingest.take(group).held[honest.survey]?.meta == 2)
        _ = group.add(try honest.batch([Sample()], from: 1), of: honest.survey)
        #expect(try ingest.take(group).streams.first?.inserted == 1)
        #expect(try DatabaseSchema(admin).apply() == .nothing)
    }

    @Test func aRevisionThatNoOtherCanFollowIsRefusedAndHoldsUpNothing() async throws {
        let (server, ingest) = try await begin("revision")
        let station = try CraftedStation(1)
        for revision in [Int64.max, Wire.revisions.upperBound, -1] {
            var group = IngestGroup()
            group.add(station.meta(revision: revision), of: station.survey)
            let outcome = try ingest.take(group)
            #expect(outcome.refused.first?.reason.contains("revision") == true)
            #expect(outcome.held[station.survey]?.meta == nil)
        }
        try take(station.group([Sample()]), ingest, server, "revision")
    }
}
