import Foundation
import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport

@testable import WaldoFiles

/// Parsers that others wrote accept what is exported: `check_exports.py` has their names.
@Suite struct ForeignExportTests {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent().path + "/check_exports.py"

    @Test(.enabled { await ExportPython.hasPackages() }) func otherParsersAcceptTheExports() async throws {
        let folder = try TemporaryFolder(), survey = SurveyFileSamples.survey, path = { folder.path + "/" + $0 }
        let samples = SurveyFileSamples.all(200)
        let log = try BGeigieExport(path("x.log"), of: survey), table = try SurveyCSVExport(path("x.csv"), of: survey)
        let airCasting = try AirCastingExport(path("a.csv"), of: survey)
        let geojson = try GeoJSONExport(path("x.geojson"), of: survey)
        let gpx = try GPXExport(path("x.gpx"), of: survey)
        let mcap = try SurveyMCAPExport(path("x.mcap"), of: survey)
        try geojson.begin(run: "1")
        let moment = SurveyFileSamples.moments(of: samples, satellites: 9, hdop: 0.91)
        for sample in samples {
            try log.export(sample, at: moment)
            try table.export(sample)
            try airCasting.export(sample)
            try geojson.export(sample)
            try mcap.export(sample)
            try gpx.export(sample)
        }
        try log.endRun(at: moment)
        try log.finish()
        try table.finish()
        try airCasting.finish()
        try geojson.finish()
        try mcap.finish()
        try gpx.finish()
        let expected: [String: Any] = [
            "log": 200, "csv": 600, "aircasting": 400, "points": 600, "tracks": 1, "gpx": 400, "title": survey.title,
            "streams": survey.streams.map(\.name),
            "mcap": ["/fix": 200, "/sample/counts": 200, "/sample/dose": 200, "/sample/rate": 200],
        ]
        try JSONSerialization.data(withJSONObject: expected).write(to: URL(filePath: path("expected.json")))
        let child = try ChildProcess(ExportPython.path, [Self.script, folder.path])
        defer { child.close() }
        #expect(try await child.exitStatus(within: .seconds(60)) == 0, "\(child.errorLines)")
    }
}
