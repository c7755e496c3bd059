import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport

@testable import WaldoFiles

/// Lines and areas of GeoJSON files.
@Suite struct GeoJSONShapesTests {
    private func shapes(_ text: String, _ system: Place.System = .world) throws(FileError) -> GeoJSONShapes {
        try GeoJSONShapes(Array(text.utf8), named: "roads.json", system: system)
    }

    private static let town = """
        { "type": "FeatureCollection", "name": "town", "crs": { "type": "name", "properties": { "name": "CRS84" } },
          "features": [
            { "geometry": { "coordinates": [[144.96, -37.81], [144.97, -37.82, 12.5], [1.4498e2, -37.83]], "type": "LineString" },
              "type": "Feature", "properties": { "highway": "residential", "lanes": [1, 2] } },
            { "type": "Feature", "properties": null, "geometry": null },
            { "type": "Feature", "properties": {}, "geometry": { "type": "Point", "coordinates": [1, 2] } },
            { "type": "Feature", "properties": {}, "geometry": { "type": "GeometryCollection", "geometries": [
              { "type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]], [[0.2, 0.1], [0.3, 0.1], [0.3, 0.2], [0.2, 0.1]]] },
              { "type": "MultiLineString", "coordinates": [[[0, 0], [1, 1]], [[2, 2], [3, 3]]] },
              { "type": "MultiPolygon", "coordinates": [[[[5, 5], [6, 5], [6, 6], [5, 5]]]] } ] } }
          ] }
        """

    @Test func allLinesAndRingsAreRead() throws {
        let shapes = try shapes(Self.town)
        #expect(shapes.lines.map(\.count) == [3, 2, 2])
        #expect(shapes.areas.map { $0.map(\.count) } == [[4, 4], [4]])
        #expect(shapes.lines[0].map(\.x) == [144.96, 144.97, 144.98])
        #expect(shapes.lines[0].map(\.y) == [-37.81, -37.82, -37.83])
    }

    @Test(arguments: [
        ("", "1:1"), ("[]", "1:1"), ("{}", "1:3"), (#"{"type":"Road"}"#, "1:15"), (#"{"type":"LineString"} x"#, "1:23"),
        (#"{"type":"LineString","coordinates":[[1,2]]}"#, "1:44"), ("{\n\"type\": 7}", "2:9"),
        (#"{"type":"LineString","coordinates":[[181,2],[3,4]]}"#, "1:52"),
        (#"{"type":"LineString","coordinates":[[1],[3,4]]}"#, "1:48"),
        (#"{"type":"Polygon","coordinates":[[[0,0],[1,1],[0,0]]]}"#, "1:55"),
        (#"{"type":"LineString","coordinates":[[1e999,2],[3,4]]}"#, "1:38"),
        (#"{"type":"LineString","coordinates":[[[[[[1]]]]]]}"#, "1:41"),
    ]) func whatIsNoGeoJSONIsRefusedWithItsPlace(text: String, place: String) throws {
        let error = #expect(throws: FileError.self) { try shapes(text) }
        #expect(
            error?.description.hasPrefix("roads.json:\(place): this is no GeoJSON: ") == true,
            "\(String(describing: error))")
    }

    @Test func aWorkspaceHasMetres() throws {
        let text = #"{"type":"LineString","coordinates":[[500,-700],[3,4]]}"#
        #expect(
            try shapes(text, .arm).lines == [[Place(system: .arm, x: 500, y: -700), Place(system: .arm, x: 3, y: 4)]])
    }

    /// Files that were changed anywhere give shapes or an error, and nothing else.
    @Test func changedFilesAreReadOrRefused() {
        var random = SeededGenerator(9), read = 0
        let town = Array(Self.town.utf8)
        for _ in HostileTime.rounds(20_000) {
            var bytes = town
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes.remove(at: place)
                case 1: bytes[place] = .random(in: 0...255, using: &random)
                case 2: bytes.insert(Array("[]{},:\"0e-".utf8).randomElement(using: &random)!, at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + .random(in: 1...80, using: &random)))
                }
            }
            if let shapes = try? GeoJSONShapes(bytes, named: "x", system: .world) {
                read += 1
                #expect(shapes.lines.allSatisfy { $0.count >= 2 } && shapes.areas.joined().allSatisfy { $0.count >= 4 })
            }
        }
        #expect(read > 1_000)
    }

    @Test func coordinatesWithoutEndAreRefused() throws {
        let many = (0..<30).map { "[[],[],[\($0)]]" }.joined(separator: ",")
        let text = #"{"type":"Point","coordinates":["# + many + "]}"
        _ = try GeoJSONShapes(Array(text.utf8), named: "roads.json", system: .world)
        let error = #expect(throws: FileError.self) {
            try GeoJSONShapes(Array(text.utf8), named: "roads.json", system: .world, limit: 100)
        }
        #expect(error?.sentence.contains("no more than 100 numbers and lists") == true, "\(error as Any)")
    }
}
