import Foundation
import Testing
import WaldoTestSupport
import WaldoTesting

/// What is not written where a place cannot be called uncertain.
@Suite(.onLoop, .serialized) struct TrustedPlacesTests {
    private let files: SurveyFiles

    init() throws { files = try SurveyFiles() }

    private func text(_ name: String) throws -> String { String(decoding: try files.contents(name), as: UTF8.self) }

    /// A bGeigie's lines five minutes apart. The first three have a fix.
    private func writeLost() throws {
        var log = "# NEW LOG\n# format=1.3.5nano\n"
        for line in 0..<60 {
            let time = String(format: "%02d:%02d:00", line * 5 / 60, line * 5 % 60)
            let isValid = line < 3
            let place = String(format: "50%07.4f,N,00430.0000,E,30.00,%@", 0.6 * Double(line), isValid ? "A" : "V")
            log +=
                checkedSentence(
                    "BNRDD,2735,2024-03-01T\(time)Z,30,3,\(3 * line + 3),A,\(place),\(isValid ? "8,120" : "0,0")")
                + "\r\n"
        }
        try files.folder.write(log, to: "lost.log")
    }

    @Test func noRowIsWhereTheFixWasHoursAgo() async throws {
        try writeLost()
        _ = try await files.survey("import", "lost.log", "--to", "lost.gpkg")
        let found = try await files.survey(
            "export", "lost.gpkg", "--aircasting", "a.csv", "--gpx", "a.gpx", "--geojson", "a.json", "--csv", "all.csv")
        #expect(found.status == 0 && found.lines.count == 4, "\(found)")
        for line in found.lines where !line.hasPrefix("all.csv") {
            #expect(line.contains(" samples with no trusted place"), "\(line)")
        }
        let rows = try text("a.csv").split(separator: "\n").dropFirst(9)
        let times = rows.map { $0.split(separator: ",")[2] }
        #expect(times == ["2024-02-29T23:59:57.500", "2024-03-01T00:04:57.500", "2024-03-01T00:09:57.500"], "\(rows)")
        #expect(try text("a.gpx").components(separatedBy: "<trkpt").count == 4)
        #expect(try !text("a.json").contains("2024-03-01T01:"))
        #expect(try text("all.csv").contains("2024-03-01T04:5"), "the table has a column for the accuracy")
        let map = try await files.survey("map", "lost.gpkg", "--stream", "counts", "--svg", "m.svg")
        #expect(map.status == 0 && map.lines.last?.contains("57 with no trusted place") == true, "\(map)")
    }

    private func importCounter(_ times: [String], track: [String]) async throws -> SurveyFiles.Outcome {
        try files.writeCounter(time: "{ iso8601: 0 }")
        try files.folder.write(times.map { "2025-07-\($0)Z;3\n" }.joined(), to: "c.csv")
        let points = track.enumerated().map { place, time in
            "<trkpt lat=\"50.000\(place)\" lon=\"4.5\"><time>2025-07-\(time)Z</time></trkpt>\n"
        }
        try files.folder.write("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>\n", to: "t.gpx")
        return try await files.survey(
            "import", "c.csv", "--to", "c.gpkg", "--sensor", "./counter.yaml", "--track", "t.gpx")
    }

    /// A track states no accuracy: how far its nearest point is in time decides.
    @Test func noRowIsWhereTheTrackEndedLongAgo() async throws {
        let seconds = ["00", "05", "10", "15", "20"]
        let found = try await importCounter(
            seconds.map { "25T11:00:\($0)" } + seconds.map { "26T07:00:\($0)" },
            track: ["25T10:59:55", "25T11:00:10", "25T11:00:20"])
        #expect(
            found.lines == [
                "c.csv: 10 lines, 10 accepted, 0 rejected, 10 measurements, 5 of them without a place, 10 samples, "
                    + "3 places of the track"
            ], "\(found)")
        let exported = try await files.survey("export", "c.gpkg", "--aircasting", "a.csv", "--gpx", "a.gpx")
        #expect(
            exported.lines == [
                "a.csv: 5 rows; left out: 5 samples with no trusted place; its times are UTC: import it with --zone utc",
                "a.gpx: 5 points; left out: 5 samples with no trusted place",
            ], "\(exported)")
        #expect(try !text("a.csv").contains("2025-07-26"))
        let map = try await files.survey("map", "c.gpkg", "--svg", "m.svg")
        #expect(map.lines.last == "samples left out: 5 with no trusted place", "\(map)")
        // The fixes are among the rows that are pruned: then nothing shows how far away they were.
        _ = try await files.survey("prune", "c.gpkg", "--survey", "1", "--yes")
        let pruned = try await files.survey("export", "c.gpkg", "--aircasting", "p.csv")
        #expect(pruned.lines.first?.contains("left out: 5 samples with no trusted place;") == true, "\(pruned)")
    }

    /// Points minutes apart, between which no place lies, still are where somebody was.
    @Test func aTrackOfFewPointsIsTrusted() async throws {
        _ = try await importCounter(
            (0..<5).map { "25T11:0\($0):00" }, track: ["25T10:59:40", "25T11:02:00"])
        let exported = try await files.survey("export", "c.gpkg", "--aircasting", "a.csv")
        #expect(exported.lines == ["a.csv: 5 rows; its times are UTC: import it with --zone utc"], "\(exported)")
    }
}
