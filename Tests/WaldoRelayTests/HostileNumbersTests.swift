import Testing
import WaldoStore
import WaldoTestSupport

@testable import WaldoRelay

/// Numbers that a station may send, and what they do to the map and to other stations: nothing.
@Suite(.serialized) struct HostileNumbersTests {
    private typealias Sample = CraftedStation.Sample

    @Test func threeGreatValuesInOneCellStopNobody() async throws {
        let map = try await CraftedMap("great")
        let attackers = try (1...3).map { try CraftedStation($0) }, honest = try CraftedStation(9)
        for attacker in attackers {
            try map.take(attacker.group([Sample(value: 3e307)]))
        }
        try map.take(honest.group([Sample(), Sample()]))
        #expect(try map.rows(CraftedMap.cells) == ["1\t2\t0.467\t0.467\t0.467"])
        #expect(
            try map.rows(
                "SELECT count(*), sum(samples), min(reason), min(title) FROM waldo.quarantined")
                == ["3\t3\tvalue\tstation 001"])
        for statement: SQL in [
            "SELECT length(waldo.tile(18, waldo.cell_column(144.96, 18)::int, waldo.cell_row(-37.81, 18)::int)) > 0",
            "SELECT length(waldo.tile(8, waldo.cell_column(144.96, 8)::int, waldo.cell_row(-37.81, 8)::int)) > 0",
        ] { #expect(try map.rows(statement) == ["t"]) }
        #expect(try map.rows("SELECT count(*) FROM waldo.rejected") == ["0"])
        for attacker in attackers {
            var group = IngestGroup()
            group.add(attacker.meta(revision: 2, deleted: 1_795_366_900_000_000), of: attacker.place)
            _ = try map.ingest.store(group)
        }
        #expect(try map.rows("SELECT count(*) FROM waldo.quarantined") == ["0"])
    }

    @Test(arguments: [false, true]) func oneLongSampleDoesNotOutweighAll(isKnownLater: Bool) async throws {
        let name = isKnownLater ? "heavy_later" : "heavy"
        let map = try await CraftedMap(name)
        for number in 1...2 {
            try map.take(CraftedStation(number).group([Sample()]))
        }
        let attacker = try CraftedStation(3)
        // 9,500 years.
        let long = Sample(value: 999_999.993, from: 0, to: 299_797_200_000_000_000)
        if isKnownLater {
            var rows = IngestGroup(), meta = IngestGroup()
            _ = rows.add(try attacker.batch([long]), of: attacker.place)
            try map.take(rows)
            meta.add(attacker.meta(), of: attacker.place)
            try map.take(meta)
        } else {
            try map.take(attacker.group([long]))
        }
        try map.rows("SELECT waldo.refresh_cells()")
        // Each counts for the five seconds of its stream.
        #expect(try map.rows(CraftedMap.cells) == ["3\t3\t333333.642\t0.467\t0.467"])
        #expect(
            try map.rows("SELECT reason, samples FROM waldo.quarantined") == ["exposure\t1"])
    }

    @Test func samplesOutsideOfTheirSessionAreNotOnTheMap() async throws {
        let map = try await CraftedMap("outside")
        var station = try CraftedStation(1)
        station.end = 10_000_000
        try map.take(station.group([Sample(), Sample(from: 1_000_000_000, to: 1_005_000_000)]))
        #expect(try map.rows(CraftedMap.cells) == ["1\t1\t0.467\t0.467\t0.467"])
        #expect(try map.rows("SELECT reason, samples FROM waldo.quarantined") == ["time\t1"])
    }

    @Test func samplesBeyondTheMapAreNamedInTheQuarantine() async throws {
        let map = try await CraftedMap("beyond")
        let beyond = [(0, 90), (0, 91.5), (0, -85.06), (180.5, 0), (1e300, -1e300)].map { Sample(x: $0.0, y: $0.1) }
        try map.take(CraftedStation(1).group([Sample(), Sample(x: 180, y: 85.05)] + beyond))
        #expect(try map.rows("SELECT sum(n) FROM waldo.common_cells WHERE level = 18") == ["2"])
        #expect(
            try map.rows("SELECT station, code, reason, samples FROM waldo.quarantined") == ["station-1\t-1\tplace\t5"])
        try map.rows("SELECT waldo.rebuild_cells(survey_uuid) FROM waldo.survey")
        #expect(try map.rows("SELECT reason, samples FROM waldo.quarantined") == ["place\t5"])
        try map.look(x: 180, y: 85.05)
    }

    @Test func samplesDatedOutsideOfTheirSurveyAreNotOnTheMap() async throws {
        let map = try await CraftedMap("dated")
        let begun: Int64 = 1_795_366_800_000_000, day: Int64 = 86_400_000_000
        var station = try CraftedStation(1)
        (station.end, station.started, station.ended) = (10_000_000, begun, begun + 10_000_000)
        // Within the exposure and a minute of its begin and end, and beyond.
        let dates = [begun - 60_000_000, begun + 70_000_000, begun - day, begun + day]
        try map.take(station.group(dates.map { Sample(utc: $0) }))
        #expect(try map.rows(CraftedMap.cells) == ["1\t2\t0.467\t0.467\t0.467"])
        #expect(try map.rows("SELECT reason, samples FROM waldo.quarantined") == ["time\t2"])
        // An end before the begin limits nothing, and a survey that goes on has none.
        var confused = try CraftedStation(2), running = try CraftedStation(3)
        (confused.end, confused.started, confused.ended) = (10_000_000, begun, begun - day)
        (running.started, running.ended) = (begun - day, begun - day)
        for other in [confused, running] {
            try map.take(other.group([Sample(), Sample(utc: begun + day)]))
        }
        #expect(try map.rows("SELECT n, stations FROM waldo.common_cells WHERE level = 18") == ["6\t3"])
    }

    @Test func thousandsOfRunsOfOneSessionHoldUpNoMap() async throws {
        let map = try await CraftedMap("runs")
        let station = try CraftedStation(1)
        try map.take(station.group([Sample()]))
        let admin = try map.server.plan(map.name).open()
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
        _ = try map.ingest.store(try CraftedStation(2).group([Sample()]))
        try admin.query("SELECT waldo.refresh_cells()")
        // The first station's sample is of a run that others have replaced.
        #expect(try admin.query("SELECT n FROM waldo.common_cells WHERE level = 18") == [["1"]])
    }

    @Test func aRevisionThatIsNoTimeIsRefusedAndHoldsUpNothing() async throws {
        let map = try await CraftedMap("revision")
        let station = try CraftedStation(1)
        for revision in [Int64.max, Wire.revisions.upperBound + 1, -1] {
            var group = IngestGroup()
            group.add(station.meta(revision: revision), of: station.place)
            let outcome = try map.ingest.store(group)
            #expect(outcome.refused.first?.reason.contains("revision") == true)
            #expect(outcome.stored[station.place]?.meta == nil)
        }
        try map.take(station.group([Sample()]))
    }
}
