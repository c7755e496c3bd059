import Testing
import WaldoTestSupport

@testable import WaldoRelay

/// What a station may cost the map: bounded tiles, and a bounded part of each refresh.
@Suite(.serialized) struct MapLimitsTests {
    private typealias Sample = CraftedStation.Sample

    /// The tile of a zoom over the place of the samples.
    private func tile(_ zoom: Int) -> String {
        "waldo.tile(\(zoom), waldo.cell_column(144.96, \(zoom))::int, waldo.cell_row(-37.81, \(zoom))::int)"
    }

    @Test func whatIsQuarantinedIsOnNoTile() async throws {
        let map = try await CraftedMap("deep_tiles")
        var attacker = try CraftedStation(2)
        attacker.end = 10_000_000
        try map.take(CraftedStation(1).group([Sample()]))
        try map.take(attacker.group([Sample(value: 9e14, from: 1_000_000_000_000, to: 1_000_001_000_000)]))
        for zoom in [8, 16, 17, 20, 24] {
            // 0.467 and 9e14 as a tile has them.
            let found = try map.rows(
                SQL(
                    test: """
                        SELECT position('\\x17d9cef753e3dd3f'::bytea IN t) > 0,
                            position('\\x000062a25c940943'::bytea IN t) > 0
                        FROM (SELECT \(tile(zoom)) AS t) o
                        """))
            #expect(found == ["t\tf"], "\(zoom)")
        }
    }

    @Test(arguments: [-1, 25, Int32.max]) func aZoomWithoutTilesIsRefusedInItsOwnWords(zoom: Int32) async throws {
        let map = try await CraftedMap("zoom_\(UInt32(bitPattern: zoom))")
        let error = #expect(throws: DatabaseError.self) { try map.rows(SQL(test: "SELECT waldo.tile(\(zoom), 0, 0)")) }
        #expect(error?.reason.contains("there is no tile \(zoom)/0/0; z is from 0 to 24") == true)
    }

    @Test func samplesThatAreNotCountedDoNotMakeATileLarge() async throws {
        let map = try await CraftedMap("large_tiles")
        var attacker = try CraftedStation(2)
        attacker.end = 10_000_000
        try map.take(CraftedStation(1).group([Sample()]))
        let outside = Sample(value: 5, from: 1_000_000_000_000, to: 1_000_001_000_000)
        try map.take(attacker.group(Array(repeating: outside, count: 3_000)))
        #expect(try map.rows(SQL(test: "SELECT length(\(tile(20))) BETWEEN 1 AND 1000")) == ["t"])
    }

    @Test func aTileHasABoundedNumberOfNames() async throws {
        let map = try await CraftedMap("names")
        let attacker = try CraftedStation(2)
        try map.take(CraftedStation(1).group([Sample()]))
        try map.take(attacker.group([Sample(value: 2)]))
        for statement in [
            """
            INSERT INTO waldo.stream (survey_uuid, id, run, number, name, unit, compensated)
            SELECT '\(attacker.survey)', 1024 + i, 1, i, 'invented ' || i, 'u', false FROM generate_series(1, 200) i
            """,
            """
            INSERT INTO waldo.sample
                (survey_uuid, t, id, run, stream, seq, value, mono_from, mono_to, flags, x, y, srs, time)
            SELECT '\(attacker.survey)', 'epoch', (1024 + s)::bigint << 32 | i, 1, 1024 + s, i, 1, 0, 1000000, 0,
                144.96, -37.81, 4326, ''
            FROM generate_series(1, 200) s, generate_series(1, 5) i
            """,
            "SELECT waldo.refresh_cells()",
        ] { try map.rows(SQL(test: statement)) }
        for zoom in [0, 8, 18] {
            let found = try map.rows(
                SQL(
                    test: """
                        SELECT regexp_count(t, 'invented'), t LIKE '%dose%'
                        FROM (SELECT encode(\(tile(zoom)), 'escape') AS t) o
                        """))
            #expect(found == ["31\tt"], "\(zoom)")
        }
    }

    @Test func aMarkThatChangesAgainAndAgainIsNotedOnce() async throws {
        let map = try await CraftedMap("toggled")
        let honest = try CraftedStation(1), attacker = try CraftedStation(2)
        try map.take(honest.group([Sample()]))
        try map.take(attacker.group([Sample(value: 2)]))
        func mark(_ revision: Int64, _ deleted: Int64?) throws {
            var group = IngestGroup()
            group.add(attacker.meta(revision: revision, deleted: deleted), of: attacker.place)
            try map.rows("UPDATE waldo.cell_refresh SET at = 'infinity'")
            _ = try map.ingest.store(group)
        }
        func counted() throws -> [String] {
            try map.rows("SELECT waldo.refresh_cells()")
            return try map.rows("SELECT n FROM waldo.common_cells WHERE level = 18")
        }
        try map.rows("SELECT waldo.refresh_cells()")
        for revision in Int64(2)...21 { try mark(revision, revision % 2 == 0 ? nil : 5) }
        #expect(
            try map.rows("SELECT count(*), (SELECT count(*) FROM waldo.cell_stale) FROM waldo.cell_spoiled")
                == ["1\t0"])
        #expect(try counted() == ["1"])
        // Within a minute nothing of it changes the map again.
        try mark(22, nil)
        #expect(try counted() == ["1"])
        #expect(try map.rows("SELECT count(*) FROM waldo.cell_spoiled") == ["1"])
        try map.rows("UPDATE waldo.cell_walk SET begun = begun - interval '61 s'")
        #expect(try counted() == ["2"])
    }

    @Test func theCellsOfASurveyAreSummedUpAgainByParts() async throws {
        let map = try await CraftedMap("walked")
        let large = try CraftedStation(1), small = try CraftedStation(2)
        let places = (0..<5_000).map { Sample(x: 140 + Double($0 % 100) / 100, y: -37 + Double($0 / 100) / 100) }
        try map.take(large.group(places))
        try map.take(small.group([Sample()]))
        try map.rows("SELECT waldo.refresh_cells()")
        try map.rows("UPDATE waldo.cell_refresh SET at = 'infinity'")
        var group = IngestGroup()
        for station in [large, small] { group.add(station.meta(revision: 2, deleted: 5), of: station.place) }
        _ = try map.ingest.store(group)
        let left: SQL = "SELECT count(*), count(*) FILTER (WHERE high = 7) FROM waldo.cell_sum WHERE level = 18"
        #expect(try map.rows(left) == ["5001\t0"])
        try map.rows("SELECT waldo.refresh_cells()")
        // Half of a refresh is for each station.
        #expect(try map.rows(left) == ["4000\t0"])
        for _ in 0..<2 { try map.rows("SELECT waldo.refresh_cells()") }
        #expect(try map.rows(left) == ["0\t0"])
        #expect(try map.rows("SELECT count(*) FROM waldo.cell_sum") == ["0"])
    }

    @Test func theCellsOfATileAreThoseThatARefreshMakes() async throws {
        let map = try await CraftedMap("cells_between")
        func cells() throws -> [String] {
            try map.rows(
                """
                SELECT c.level, c.code, c.name, c.unit, c.n, c.weight, c.weighted, c.low, c.high, c.longitudes,
                    c.latitudes
                FROM unnest(waldo.cell_levels()) AS level
                CROSS JOIN LATERAL waldo.cells_between(level, 0, (1::bigint << 2 * level) - 1, 'dose') c ORDER BY 1, 2
                """)
        }
        try map.take(CraftedStation(1).group([Sample()]))
        #expect(try cells().count == 6)
        try map.rows("UPDATE waldo.cell_refresh SET at = 'infinity'")
        _ = try map.ingest.store(try CraftedStation(2).group([Sample(value: 2), Sample(value: 3, x: 20)]))
        let added = try cells()
        #expect(added.count == 12)
        try map.rows("SELECT waldo.refresh_cells()")
        #expect(try cells() == added)
        try map.rows("INSERT INTO waldo.cell_stale SELECT DISTINCT code FROM waldo.cell WHERE level = 18")
        #expect(try cells() == added)
    }

    @Test func aMedianStaysUntilThereIsANewOne() async throws {
        let map = try await CraftedMap("medians")
        for number in 1...3 { try map.take(CraftedStation(number).group([Sample()])) }
        try map.rows("SELECT waldo.refresh_cells()")
        try map.rows("INSERT INTO waldo.cell_stale SELECT DISTINCT code FROM waldo.cell WHERE level = 18")
        try map.rows("SELECT waldo.renew_cells()")
        #expect(try map.rows("SELECT count(*), count(median) FROM waldo.common_cells") == ["6\t6"])
        #expect(try map.rows("SELECT count(*) FROM waldo.cell_sum WHERE unranked") == ["6"])
    }

    @Test func rowsAreStoredWhileTheMapWaits() async throws {
        let map = try await CraftedMap("apart"), server = map.server
        let other = try server.plan(map.name).open()
        try map.take(CraftedStation(1).group([Sample()]))
        try map.rows("UPDATE waldo.cell_refresh SET at = now() - interval '11 s', took = '0'")
        let before = try map.rows("SELECT at FROM waldo.cell_refresh")
        try other.query("BEGIN")
        try other.query("SELECT waldo.wait_for_turn('refresh_cells')")
        let work = MapWork(try server.plan(map.name, user: "collector"))
        defer { work.end() }
        try work.begin()
        try await waitUntil("a refresh that waits") {
            let waiting = try server.rows(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = 'apart' AND wait_event_type = 'Lock'",
                in: "apart")
            return waiting != ["0"] ? true : nil
        }
        let ingest = Ingest(try server.plan(map.name, user: "collector").open(), refreshesMap: false)
        #expect(try ingest.store(try CraftedStation(2).group([Sample()])).streams.map(\.inserted) == [1])
        #expect(work.take() == nil)
        try other.query("COMMIT")
        let outcome = try await waitUntil("a refresh") { work.take() }
        #expect(outcome.fault == nil)
        #expect(try map.rows("SELECT at FROM waldo.cell_refresh") != before)
    }
}
