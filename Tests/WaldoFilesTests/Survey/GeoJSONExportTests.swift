import Foundation
import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

@Suite struct GeoJSONExportTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func export(_ runs: [[Sample]]) throws -> (text: String, leftOut: Int) {
        let path = folder.path + "/x.geojson"
        let export = try GeoJSONExport(path, of: SurveyFileSamples.survey)
        for (number, run) in runs.enumerated() {
            try export.begin(run: "run \(number + 1)")
            for sample in run { try export.export(sample) }
        }
        try export.finish()
        defer { try? FileManager.default.removeItem(atPath: path) }
        return (String(decoding: try SurveyFileSamples.bytes(path), as: UTF8.self), export.leftOut)
    }

    private func features(_ text: String) throws -> [[String: Any]] {
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return try #require((object as? [String: Any])?["features"] as? [[String: Any]])
    }

    private func geometry(_ feature: [String: Any]) -> (type: String, coordinates: Any) {
        let geometry = feature["geometry"] as? [String: Any]
        return (geometry?["type"] as? String ?? "", geometry?["coordinates"] ?? 0)
    }

    @Test func pointsThenTheTrackOfTheRun() throws {
        let samples = [
            SurveyFileSamples.sample(1, 0, 0.125, flags: .partial, place: SurveyFileSamples.place(0)),
            SurveyFileSamples.sample(0, 1, nil, place: SurveyFileSamples.place(1)),
        ]
        let text = try export([samples]).text
        let facts = #""title":"Café \"north\", field","device":"5002","sensor":"bgeigie""#
        #expect(
            text == """
                {"type":"FeatureCollection","features":[
                {"type":"Feature","geometry":{"type":"Point","coordinates":[136.162815,34.482715,572.25]},"properties":\
                {"time":"2026-11-21T07:15:04.500000Z","run":"run 1","stream":"dose","sequence":0,"value":0.125,\
                "low":-0.375,"high":0.625,"unit":"uSv/h","flags":"partial","accuracy":3.5}},
                {"type":"Feature","geometry":{"type":"Point","coordinates":[136.162915,34.482715,572.25]},"properties":\
                {"time":"2026-11-21T07:15:09.500000Z","run":"run 1","stream":"counts","sequence":1,"value":null,\
                "low":null,"high":null,"unit":"count","flags":"","accuracy":3.5}},
                {"type":"Feature","geometry":{"type":"LineString","coordinates":[[136.162815,34.482715,572.25],\
                [136.162915,34.482715,572.25]]},"properties":{"run":"run 1",\
                "survey":"0b6e4a4e-7d0c-4f5c-9d7a-0d1c2b3a4f5e",\(facts),"from":"2026-11-21T07:15:04.500000Z",\
                "to":"2026-11-21T07:15:09.500000Z"}}
                ]}

                """)
    }

    @Test func anEmptySurveyIsAnEmptyCollection() throws {
        #expect(try features(export([]).text).isEmpty)
        #expect(try features(export([[], []]).text).isEmpty)
    }

    @Test func onlyPlacesInTheWorldCount() throws {
        let places: [Place?] = [
            nil, Place(system: .arm, x: 1, y: 2), Place(x: 181, y: 0), Place(x: 0, y: .nan),
            Place(x: 1, y: 2, z: .infinity),
        ]
        let (text, leftOut) = try export([places.map { SurveyFileSamples.sample(0, 0, 1, place: $0) }])
        #expect(leftOut == 4)
        let features = try features(text)
        // One place is no line.
        #expect(features.count == 1 && geometry(features[0]).coordinates as? [Double] == [1, 2])
    }

    @Test func aTrackForEachRun() throws {
        let run = (0..<3).map { SurveyFileSamples.sample(0, $0, 1, place: SurveyFileSamples.place($0)) }
        let types = try features(export([run, [], run]).text).map { geometry($0).type }
        #expect(types == ["Point", "Point", "Point", "LineString", "Point", "Point", "Point", "LineString"])
    }

    @Test func theTrackStandsStillAndNeverGoesBackInTime() throws {
        let order = [0, 1, 1, 0, 2]
        let run = order.map { SurveyFileSamples.sample(0, $0, 1, place: SurveyFileSamples.place($0)) }
        let line = try geometry(#require(features(export([run]).text).last))
        #expect((line.coordinates as? [[Double]])?.map { $0[0] } == [136.162815, 136.162915, 136.163015])
    }

    @Test func aTrackIsCutAtTheAntimeridian() throws {
        let run = [(179.5, 10.0), (-179.5, 20), (-179, 20), (179, 0)].enumerated().map { index, place in
            SurveyFileSamples.sample(0, index, 1, place: Place(x: place.0, y: place.1))
        }
        let line = try geometry(#require(features(export([run]).text).last))
        #expect(line.type == "MultiLineString")
        #expect(
            line.coordinates as? [[[Double]]] == [
                [[179.5, 10], [180, 15]], [[-180, 15], [-179.5, 20], [-179, 20], [-180, 10]], [[180, 10], [179, 0]],
            ])
    }

    @Test func aLongTrackIsHeldOutsideOfTheMemory() throws {
        let count = 20_000
        let run = (0..<count).map { SurveyFileSamples.sample(0, $0, 1, place: SurveyFileSamples.place($0)) }
        let line = try geometry(#require(features(export([run]).text).last))
        let coordinates = try #require(line.coordinates as? [[Double]])
        #expect(coordinates.count == count)
        #expect(zip(coordinates, run).allSatisfy { abs($0[0] - $1.place!.x) <= 5e-8 })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
