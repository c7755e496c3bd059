import Foundation
import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTesting

/// Maps, sources and routes of a walk through a town with a source in it.
@Suite(.onLoop, .serialized) struct SurveyMapTests {
    private let files: SurveyFiles

    /// Where the source is.
    private static let source = (longitude: 144.96608, latitude: -37.81166)

    init() throws { files = try SurveyFiles() }

    /// Streets 60 m apart, walked once each: the counts that are expected there, rounded.
    private func importTown() async throws {
        let metres = (longitude: 87_970.0, latitude: 110_990.0)
        var points: [(Double, Double)] = []
        for street in 0..<9 {
            for step in 0..<69 {
                let way = Double(street % 2 == 0 ? step : 68 - step) * 7
                points.append((way, Double(street) * 60))
            }
        }
        for street in 0..<9 { for step in 0..<69 { points.append((Double(8 - street) * 60, Double(step) * 7)) } }
        var text = "# NEW LOG\n# format=1.3.4nano\n# deadtime=off\n", total = 0
        for (index, point) in points.enumerated() {
            let longitude = 144.9631 + point.0 / metres.longitude, latitude = -37.8136 + point.1 / metres.latitude
            let x = (longitude - Self.source.longitude) * metres.longitude
            let y = (latitude - Self.source.latitude) * metres.latitude
            let counts = Int((2.8 + 24_000 / max(x * x + y * y, 25)).rounded())
            total += counts
            let time = String(format: "%02d:%02d:%02d", 8 + index / 720, index / 12 % 60, index % 12 * 5)
            let south = String(format: "37%07.4f", (-latitude - 37) * 60)
            let east = String(format: "144%07.4f", (longitude - 144) * 60)
            let fields =
                "BNRDD,1200,2026-11-20T\(time)Z,\(counts * 12),\(counts),\(total),A,\(south),S,\(east),E,20.0,A,9,110"
            text += checkedSentence(fields) + "\r\n"
        }
        try files.folder.write(text, to: "town.LOG")
        #expect(try await files.survey("import", "town.LOG", "--to", "town.gpkg").status == 0)
    }

    @Test func aMapIsDrawnInThreeFormats() async throws {
        try await importTown()
        let roads = #"{"type":"LineString","coordinates":[[144.963,-37.8137],[144.9686,-37.8093]]}"#
        try files.folder.write(roads, to: "roads.json")
        let found = try await files.survey(
            "map", "town.gpkg", "--png", "m.png", "--svg", "m.svg", "--grid", "m.tif", "--scale", "bands7", "--max",
            "98%",
            "--surface", "--roads", "roads.json", "--size", "900x700")
        #expect(found.status == 0 && found.errors == [])
        #expect(found.lines == ["m.svg", "m.png", "m.tif"].map { "\($0): 1184 places of “dose”" }, "\(found.lines)")
        let text = String(decoding: try files.contents("m.svg"), as: UTF8.self)
        #expect(text.contains("width=\"900\" height=\"700\"") && text.contains(">µSv/h</text>"))
        #expect(try files.contents("m.png").starts(with: [0x89, 0x50, 0x4e, 0x47]))
        #expect(try files.contents("m.tif").starts(with: [0x49, 0x49, 42, 0]))
        let again = try await files.survey("map", "town.gpkg", "--svg", "m.svg")
        #expect(again.status == 74 && again.errors.joined().contains("never overwritten"))
    }

    @Test func theSourceIsFoundWhereItIs() async throws {
        try await importTown()
        let found = try await files.survey("source", "town.gpkg", "--json")
        #expect(found.status == 0)
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(found.lines.joined().utf8)) as? [String: Any])
        let sources = try #require(json["sources"] as? [[String: Any]])
        #expect(sources.count == 1)
        let place = try #require(sources.first?["place"] as? [Double])
        #expect(abs(place[0] - Self.source.longitude) * 87_970 < 3)
        #expect(abs(place[1] - Self.source.latitude) * 110_990 < 3)
        let text = try await files.survey("source", "town.gpkg").lines
        #expect(text.first?.hasPrefix("a source at -37.8116") == true, "\(text)")
        #expect(text.contains { $0.contains("µSv/h") && $0.contains("at 1 m, background") })
    }

    @Test func aRouteAvoidsTheSource() async throws {
        try await importTown()
        let ends = ["--from", "-37.8136,144.9631", "--to", "-37.8097,144.9685"]
        let found = try await files.survey(["route", "town.gpkg"] + ends + ["--json", "--geojson", "r.json"])
        #expect(found.status == 0, "\(found.errors)")
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(found.lines.joined().utf8)) as? [String: Any])
        let routes = try #require(json["routes"] as? [[String: Any]])
        #expect(routes.count > 2 && json["dose_unit"] as? String == "uSv")
        let doses = routes.compactMap { $0["dose"] as? Double }, hours = routes.compactMap { $0["hours"] as? Double }
        #expect(hours == hours.sorted())
        let least = try #require(doses.min()), ofShortest = try #require(doses.first)
        #expect(least < 0.95 * ofShortest)
        #expect(routes.filter { $0["cheapest"] as? Bool == true }.count == 1)
        let collection = try #require(
            try JSONSerialization.jsonObject(with: try files.contents("r.json")) as? [String: Any])
        #expect((collection["features"] as? [Any])?.count == routes.count)

        let lines = try await files.survey(["route", "town.gpkg"] + ends).lines
        #expect(lines.first?.split(separator: " ") == ["length", "time", "dose", "saving"])
        #expect(lines.filter { $0.hasPrefix("*") }.count == 2)
        let cells = try await files.survey(["route", "town.gpkg"] + ends + ["--cell", "10m"])
        #expect(cells.status == 0 && cells.lines.count > 3)
    }

    @Test func whatCannotBeDoneIsSaidInASentence() async throws {
        try await importTown()
        let cases: [([String], CInt, String)] = [
            (["map", "town.gpkg"], 64, "--png, --svg and --grid"),
            (
                ["map", "town.gpkg", "--png", "x.png", "--stream", "pm2.5"], 66,
                "there is no stream “pm2.5”; its streams are “cpm”"
            ),
            (
                ["map", "town.gpkg", "--png", "x.png", "--stream", "total", "--scale", "safecast"], 64,
                "take another --scale"
            ),
            (["map", "town.gpkg", "--png", "x.png", "--max", "0"], 64, "give one above zero"),
            (["map", "town.gpkg", "--png", "x.png", "--roads", "none.json"], 66, "there is no such file"),
            (["map", "town.gpkg", "--png", "x.png", "--from", "2030-01-01"], 65, "none was taken at that time"),
            (
                ["source", "town.gpkg", "--stream", "dose"], 65,
                "; take the counts by --stream “counts”, or survey by a"
            ),
            (["source", "town.gpkg", "--stream", "total"], 65, "not a rate; choose a rate"),
            (["map", "town.gpkg", "--grid", "x.tif", "--cell", "5000"], 64, "one cell would cover the whole survey"),
            (
                [
                    "route", "town.gpkg", "--from", "-37.8136,144.9631", "--to", "-37.8097,144.9685", "--stream",
                    "counts",
                ], 65, "not a rate; choose a rate"
            ),
            (["source", "town.gpkg", "--region", "1..0:0..1:0..1"], 64, "each from the less to the greater"),
            (
                ["route", "town.gpkg", "--from", "-37.9,144.9631", "--to", "-37.8097,144.9685"], 64,
                "give `waldo survey route` a greater --reach"
            ),
            (
                ["route", "town.gpkg", "--from", "-37.8136,144.9631", "--to", "-37.8097,144.9685", "--reach", "3m"], 64,
                "survey there"
            ),
            (["route", "town.gpkg", "--from", "north", "--to", "-37.8097,144.9685"], 64, "--from"),
            (
                [
                    "route", "town.gpkg", "--from", "-37.8136,144.9631", "--to", "-37.8097,144.9685", "--weight",
                    "noise=1",
                ], 64, "there is no weight “noise”"
            ),
        ]
        for (arguments, status, part) in cases {
            let found = try await files.survey(arguments)
            #expect(found.status == status, "\(arguments): \(found)")
            #expect(found.errors.joined(separator: " ").contains(part), "\(arguments): \(found.errors)")
            #expect(!FileManager.default.fileExists(atPath: files.path("x.png")))
        }
    }
}
