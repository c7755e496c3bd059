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
            group.add(attacker.meta(revision: 2, deleted: 1_795_366_900_000_000), of: attacker.place)
            _ = try ingest.take(group)
        }
        #expect(try server.rows("SELECT count(*) FROM waldo.quarantined", in: "great") == ["0"])
    }

    @Test(arguments: [false, true]) func oneLongSampleDoesNotOutweighAll(isKnownLater: Bool) async throws {
        let name = isKnownLater ? "heavy_later" : "heavy"
        let (server, ingest) = try await begin(name)
        for number in 1...2 {
            try take(CraftedStation(number).group([Sample()]), ingest, server, name)
        }
        let attacker = try CraftedStation(3)
        // 9,500 years.
        let long = Sample(value: 999_999.993, from: 0, to: 299_797_200_000_000_000)
        if isKnownLater {
            var rows = IngestGroup(), meta = IngestGroup()
            _ = rows.add(try attacker.batch([long]), of: attacker.place)
            try take(rows, ingest, server, name)
            meta.add(attacker.meta(), of: attacker.place)
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

    @Test func samplesDatedOutsideOfTheirSurveyAreNotOnTheMap() async throws {
        let (server, ingest) = try await begin("dated")
        let begun: Int64 = 1_795_366_800_000_000, day: Int64 = 86_400_000_000
        var station = try CraftedStation(1)
        (station.end, station.started, station.ended) = (10_000_000, begun, begun + 10_000_000)
        // Within the exposure and a minute of its begin and end, and beyond.
        let dates = [begun - 60_000_000, begun + 70_000_000, begun - day, begun + day]
        try take(station.group(dates.map { Sample(utc: $0) }), ingest, server, "dated")
        #expect(try server.rows(cell, in: "dated") == ["1\t2\t0.467\t0.467\t0.467"])
        #expect(try server.rows("SELECT reason, samples FROM waldo.quarantined", in: "dated") == ["time\t2"])
        // An end before the begin limits nothing, and a survey that goes on has none.
        var confused = try CraftedStation(2), running = try CraftedStation(3)
        (confused.end, confused.started, confused.ended) = (10_000_000, begun, begun - day)
        (running.started, running.ended) = (begun - day, begun - day)
        for other in [confused, running] {
            try take(other.group([Sample(), Sample(utc: begun + day)]), ingest, server, "dated")
        }
        #expect(try server.rows("SELECT n, stations FROM waldo.common_cells WHERE level = 18", in: "dated") == ["6\t3"])
    }

    @Test func theOwnerHasTheCellsComputedAgain() async throws {
        let (server, ingest) = try await begin("rebuilt")
        let station = try CraftedStation(1), other = try CraftedStation(2)
        // Its rows come before it is known what they are: nothing limits their times.
        var rows = IngestGroup(), meta = IngestGroup(), closed = station
        closed.end = 10_000_000
        let late = Sample(value: 9, from: 1_000_000_000, to: 1_005_000_000)
        _ = rows.add(try station.batch([Sample(), late, Sample(value: 3e307)]), of: station.place)
        try take(rows, ingest, server, "rebuilt")
        meta.add(closed.meta(), of: station.place)
        _ = try ingest.take(meta)
        try take(other.group([Sample()]), ingest, server, "rebuilt")
        _ = try server.rows("SELECT waldo.refresh_cells()", in: "rebuilt")
        #expect(
            try server.rows("SELECT n, stations FROM waldo.common_cells WHERE level = 18", in: "rebuilt") == ["3\t2"])
        // Cells that were lost, and one that no sample explains.
        _ = try server.rows("DELETE FROM waldo.cell WHERE level = 12", in: "rebuilt")
        let survey = "survey_uuid = '\(station.survey)'"
        _ = try server.rows(SQL(test: "UPDATE waldo.cell SET n = 7 WHERE level = 6 AND \(survey)"), in: "rebuilt")
        let cells = try MapCells(try server.plan("rebuilt").open())
        #expect(try cells.rebuild(station.survey) == 3)
        #expect(try cells.rebuild(other.survey) == 1)
        try cells.finish()
        #expect(
            try server.rows("SELECT level, n, stations FROM waldo.common_cells ORDER BY 1", in: "rebuilt")
                == [6, 9, 12, 15, 18, 21].map { "\($0)\t2\t2" })
        #expect(
            try server.rows("SELECT reason, samples FROM waldo.quarantined ORDER BY 1", in: "rebuilt")
                == ["time\t1", "value\t1"])
        let collector = try server.plan("rebuilt", user: "collector").open()
        #expect(throws: DatabaseError.self) {
            try collector.query("SELECT waldo.rebuild_cells($1::uuid)", [station.survey.text])
        }
    }

    @Test func thousandsOfRunsOfOneSessionHoldUpNoMap() async throws {
        let (server, ingest) = try await begin("runs")
        let station = try CraftedStation(1)
        try take(station.group([Sample()]), ingest, server, "runs")
        let admin = try server.plan("runs").open()
        for statement in [
            """
            INSERT INTO waldo.run (survey_uuid, id, session, hash, version, live, made, sensor)
            SELECT '\(station.survey)', i, 1, '', '', false, 0, '' FROM generate_series(2, 9000) i
            """,
            """
            INSERT INTO waldo.stream (survey_uuid, id, run, number, name, unit, compensated)
            SELECT '\(station.survey)', i << 10, i, 0, 'dose', 'uSv/h', false FROM generate_series(2, 9000) i
            """,
        ] { try admin.query(SQL(test: statement)) }
        // Where each run was compared with each, it took 37 s.
        try admin.query("SET statement_timeout = '10s'")
        _ = try ingest.take(try CraftedStation(2).group([Sample()]))
        try admin.query("SELECT waldo.refresh_cells()")
        // The first station's sample is of a run that others have replaced.
        #expect(try admin.query("SELECT n FROM waldo.common_cells WHERE level = 18") == [["1"]])
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
        try server.makeVersionOne("old")
        for statement: SQL in [
            "UPDATE waldo.cell SET weighted = 1.7e308, high = 3e307 WHERE survey_uuid::text LIKE '%002'",
            "UPDATE waldo.cell_sum SET weighted = 1.7e308, high = 3e307",
            "UPDATE waldo.meta_revision SET revision = 9223372036854775807",
        ] { try admin.query(statement) }
        #expect(try DatabaseSchema(admin).apply() == .migrate([1]))
        try admin.query("SELECT waldo.refresh_cells()")
        #expect(try server.rows(cell, in: "old") == ["1\t1\t0.467\t0.467\t0.467"])
        #expect(try server.rows("SELECT title, reason FROM waldo.quarantined", in: "old") == ["station 002\tsum"])
        let ownership = try Ownership(admin)
        for station in [honest, attacker] { _ = try ownership.hand(station.survey, to: station.place.station) }
        var group = IngestGroup()
        group.add(honest.meta(revision: 2), of: honest.place)
        #expect(try ingest.take(group).held[honest.place]?.meta == 2)
        _ = group.add(try honest.batch([Sample()], from: 1), of: honest.place)
        #expect(try ingest.take(group).streams.first?.inserted == 1)
        #expect(try DatabaseSchema(admin).apply() == .nothing)
    }

    @Test func aRevisionThatIsNoTimeIsRefusedAndHoldsUpNothing() async throws {
        let (server, ingest) = try await begin("revision")
        let station = try CraftedStation(1)
        for revision in [Int64.max, Wire.revisions.upperBound + 1, -1] {
            var group = IngestGroup()
            group.add(station.meta(revision: revision), of: station.place)
            let outcome = try ingest.take(group)
            #expect(outcome.refused.first?.reason.contains("revision") == true)
            #expect(outcome.held[station.place]?.meta == nil)
        }
        try take(station.group([Sample()]), ingest, server, "revision")
    }
}
