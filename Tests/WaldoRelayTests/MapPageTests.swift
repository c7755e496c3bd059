import Foundation
import Testing
import WaldoTestSupport

@testable import WaldoRelay

/// The queries of the page on the map, run by a reader as Grafana runs them.
@Suite(.serialized) struct MapPageTests {
    private static let path = SourceModule.projectFolder + "/Sources/waldo/Documentation.docc/Relay-map.md"

    /// The page's queries, with Grafana's macros filled in.
    private static func queries() throws -> [String] {
        try readFile(path).components(separatedBy: "```sql\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first?
                .replacing("$__timeGroup(time, '1m')", with: "date_bin('1 minute', time, 'epoch')")
                .replacing("$__timeFilter(time)", with: "time BETWEEN '2023-11-14' AND '2023-11-15'")
        }
    }

    /// A database with two stations that measure at one time in one place, each a survey of the same title.
    private func map(_ name: String) async throws -> CraftedMap {
        let map = try await CraftedMap(name)
        for (number, value) in [(1, 0.1), (2, 900)] as [(Int, Double)] {
            let sample = CraftedStation.Sample(value: value, utc: 1_700_000_000_000_000)
            try map.take(try CraftedStation(number).group([sample, sample]))
        }
        try map.rows("UPDATE waldo.survey SET title = 'Roof'")
        return map
    }

    @Test func aSurveyWithTheTitleOfAnotherStationsDoesNotMoveItsNumbers() async throws {
        let map = try await map("same_title")
        let reader = try map.server.plan(map.name, user: "reader").open()
        let queries = try Self.queries().filter { $0.contains("value") && !$0.contains("waldo.route") }
        #expect(queries.count == 3)
        for query in queries {
            let rows = try reader.query(SQL(test: "SELECT q.value::real, q::text FROM (\(query)) q ORDER BY 1"))
            #expect(rows.map { $0[0] } == ["0.1", "900"], "\(query)")
            #expect(rows.count == 2 && rows[0][1]?.contains("station-1") == true, "\(query)")
            #expect(rows.count == 2 && rows[1][1]?.contains("station-2") == true, "\(query)")
        }
    }

    @Test(arguments: ["samples", "latest", "tracks", "cells"])
    func theStationIsTheLastColumnOfAView(view: String) async throws {
        let map = try await map("stations_of_\(view)")
        let reader = try map.server.plan(map.name, user: "reader").open()
        #expect(
            try reader.query(
                """
                SELECT column_name FROM information_schema.columns
                WHERE table_schema = 'waldo' AND table_name = $1 ORDER BY ordinal_position DESC LIMIT 1
                """, [view]) == [["station"]])
        #expect(
            try reader.query(SQL(test: "SELECT DISTINCT station FROM waldo.\(view) ORDER BY 1"))
                == [["station-1"], ["station-2"]])
    }
}
