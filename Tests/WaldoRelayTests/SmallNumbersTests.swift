import Testing
import WaldoStore
import WaldoTestSupport

@testable import WaldoRelay

/// Numbers near 0 and names without an end stop no map: PostgreSQL refuses a product or quotient that becomes 0 as it
/// refuses one that overflows, and a key that no page of an index holds.
@Suite(.serialized) struct SmallNumbersTests {
    private typealias Sample = CraftedStation.Sample

    private static let day: Int64 = 86_400_000_000
    private static let least = Double.leastNonzeroMagnitude
    private static let small = 4 * Double.leastNormalMagnitude / 1_000
    private static let values = [least, -least, small, -small, 1e-300, -1e-300, 1e-100, -2e-100]

    /// Stores the next sample of an honest station, which is on the map then, beside all others.
    private func continues(
        _ honest: CraftedStation, _ count: inout Int, beside others: Int, on map: CraftedMap,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var group = IngestGroup()
        if count == 0 { group.add(honest.meta(), of: honest.place) }
        _ = group.add(try honest.batch([Sample()], from: Int64(count)), of: honest.place)
        count += 1
        try map.take(group, sourceLocation: sourceLocation)
        #expect(
            try map.rows("SELECT n FROM waldo.common_cells WHERE level = 18 AND name = 'dose'") == [
                "\(count + others)"
            ],
            sourceLocation: sourceLocation)
        #expect(
            try map.rows("SELECT count(*) FROM waldo.cell_refresh WHERE fault IS NULL") == ["1"],
            sourceLocation: sourceLocation)
        try map.look(sourceLocation: sourceLocation)
    }

    @Test(arguments: [false, true]) func tinyValuesStopNobody(isKnownLater: Bool) async throws {
        let map = try await CraftedMap(isKnownLater ? "tiny_later" : "tiny"), honest = try CraftedStation(900)
        var count = 0, others = 0
        try continues(honest, &count, beside: others, on: map)
        for (number, value) in Self.values.enumerated() {
            for exposure in [1, Self.day] {
                var station = try CraftedStation(1 + 2 * number + (exposure == 1 ? 0 : 1))
                station.exposure = exposure
                let samples = [
                    Sample(value: value, from: 0, to: exposure), Sample(value: 0, from: 0, to: Self.day),
                    Sample(value: value, from: 0, to: 1),
                ]
                if isKnownLater {
                    var rows = IngestGroup(), meta = IngestGroup()
                    _ = rows.add(try station.batch(samples), of: station.place)
                    meta.add(station.meta(), of: station.place)
                    try map.take(rows)
                    try map.take(meta)
                } else {
                    try map.take(try station.group(samples))
                }
                others += samples.count
                try continues(honest, &count, beside: others, on: map)
            }
        }
    }

    @Test func aTinyValueUnderANameOfItsOwnIsShown() async throws {
        let map = try await CraftedMap("tiny_named")
        var station = try CraftedStation(1)
        (station.name, station.exposure) = ("mine", nil)
        try map.take(
            try station.group([
                Sample(value: Self.least, from: 0, to: 1_000_000), Sample(value: 0, from: 0, to: Self.day),
            ]))
        try map.look()
        #expect(try map.rows(CraftedMap.cells) == ["1\t2\t0.000\t0.000\t0.000"])
    }

    @Test func placesNearTheMiddleOfTheGridStopNobody() async throws {
        let map = try await CraftedMap("near_zero"), honest = try CraftedStation(900)
        var count = 0, number = 0
        try continues(honest, &count, beside: 0, on: map)
        for x in [Self.least, -Self.least, 1e-300, 1e-13, -1e-12, 0, 180, -180] {
            for y in [60 * Self.least, Self.least, -Self.least, Self.small, 1e-13, 0, 85.05, -85.05] {
                number += 1
                var station = try CraftedStation(number)
                station.name = "near"
                var near = Sample(), middle = Sample()
                (near.x, near.y, middle.x, middle.y) = (x, y, 0, 0)
                try map.take(try station.group([near, middle, middle]))
                try map.look(x: x, y: y)
            }
        }
        try continues(honest, &count, beside: 0, on: map)
    }

    @Test func namesWithoutAnEndStopNobody() async throws {
        let map = try await CraftedMap("long_names"), honest = try CraftedStation(900)
        var count = 0, random = SeededGenerator(3)
        let letters = (0..<12_800).map { _ in "abcdefghijklmnopqrstuvwxyzäöü".randomElement(using: &random)! }
        try continues(honest, &count, beside: 0, on: map)
        for (number, name) in [String(repeating: "é", count: 12_800), String(letters)].enumerated() {
            var station = try CraftedStation(1 + number)
            (station.name, station.unit) = (name, name)
            try map.take(try station.group([Sample(value: 7)]))
            try continues(honest, &count, beside: 0, on: map)
        }
        #expect(
            try map.rows(
                "SELECT max(length(name)), max(length(unit)), count(*) FROM waldo.common_cells WHERE level = 18")
                == ["200\t60\t3"])
        #expect(try map.rows("SELECT count(*) FROM waldo.cell_added") == ["0"])
    }

    @Test func aSurveyThatFailsInAnyOtherWayIsTakenAwayAndTheOthersGoOn() async throws {
        let map = try await CraftedMap("any_other"), honest = try CraftedStation(1)
        var failing = try CraftedStation(2)
        failing.name = "failing"
        try map.rows("ALTER TABLE waldo.cell_sum ADD CHECK (name <> 'failing' OR n < 2)")
        try map.take(try failing.group([Sample(value: 7)]))
        var group = try honest.group([Sample()])
        _ = group.add(try failing.batch([Sample(value: 8), Sample(value: 9)], from: 1), of: failing.place)
        try map.take(group)
        #expect(
            try map.rows("SELECT name, n FROM waldo.common_cells WHERE level = 18 ORDER BY 1")
                == ["dose\t1", "failing\t1"])
        #expect(
            try map.rows("SELECT station, title, reason, samples FROM waldo.quarantined")
                == ["station-2\tstation 002\tsum\t2"])
        #expect(try map.rows("SELECT fault LIKE '%constraint%: 1 sums%', behind FROM waldo.cell_refresh") == ["t\tt"])
        // Its cells fail when they are summed up again: only these are taken away.
        try map.rows("UPDATE waldo.cell SET n = 2 WHERE survey_uuid::text LIKE '%002'")
        try map.rows("INSERT INTO waldo.cell_stale SELECT DISTINCT code FROM waldo.cell WHERE level = 18")
        try map.rows("SELECT waldo.refresh_cells()")
        try map.rows("SELECT waldo.refresh_cells()")
        #expect(try map.rows("SELECT fault IS NULL, behind FROM waldo.cell_refresh") == ["t\tf"])
        #expect(try map.rows("SELECT DISTINCT name, n FROM waldo.common_cells") == ["dose\t1"])
        try map.look()
    }

    @Test func anExposureBelowZeroCountsAsNone() async throws {
        let map = try await CraftedMap("negative"), honest = try CraftedStation(1)
        try map.take(try honest.group([Sample()]))
        for (number, exposure) in [-5_000_000, Int64.min].enumerated() {
            try map.take(try CraftedStation(2 + number).group([Sample()]))
            // As only a collector's login can put it there.
            let collector = try map.server.plan(map.name, user: "collector").open()
            try collector.query(
                SQL(
                    test:
                        "UPDATE waldo.stream SET exposure = \(exposure) WHERE survey_uuid::text LIKE '%00\(2 + number)'"
                ))
        }
        try map.rows("INSERT INTO waldo.cell_stale SELECT DISTINCT code FROM waldo.cell WHERE level = 18")
        try map.rows("SELECT waldo.refresh_cells()")
        #expect(try map.rows(CraftedMap.cells) == ["3\t3\t0.467\t0.467\t0.467"])
        #expect(try map.rows("SELECT min(weight) FROM waldo.cell_sum") == ["15"])
        try map.look()
    }

    @Test func whatIsLeftOutOfASurveyWithoutMetaIsNamed() async throws {
        let map = try await CraftedMap("nameless"), station = try CraftedStation(1)
        var rows = IngestGroup()
        _ = rows.add(try station.batch([Sample(value: 3e307)]), of: station.place)
        try map.take(rows)
        #expect(
            try map.rows("SELECT station, title, name, reason, samples FROM waldo.quarantined")
                == ["station-1\t\\N\t\\N\tvalue\t1"])
    }

    @Test func aMapThatMetasHoldBackWaitsForItsTurn() async throws {
        let map = try await CraftedMap("starved"), server = map.server
        try map.take(try CraftedStation(1).group([Sample()]))
        try map.rows("UPDATE waldo.cell_refresh SET at = now() - interval '11 s', took = '0'")
        let before = try map.rows("SELECT at FROM waldo.cell_refresh")
        let other = try server.plan(map.name).open()
        try other.query("BEGIN")
        try other.query("SELECT waldo.wait_for_turn('refresh_cells')")
        let waits = Task.detached {
            let collector = try server.plan("starved", user: "collector").open()
            defer { collector.close() }
            try collector.query("SELECT waldo.refresh_cells_when_due()")
        }
        try await waitUntil("a refresh that waits") {
            let waiting = try server.rows(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = 'starved' AND wait_event_type = 'Lock'",
                in: "starved")
            return waiting != ["0"] ? true : nil
        }
        try other.query("COMMIT")
        try await waits.value
        #expect(try map.rows("SELECT at FROM waldo.cell_refresh") != before)
    }
}
