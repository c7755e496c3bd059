import Foundation
import Testing
import WaldoTestSupport
import WaldoTesting

/// `waldo survey import` of lines without a place: their dates and zone, and the GPX track that gives them places.
@Suite(.onLoop, .serialized) struct ImportedTracksTests {
    private let files: SurveyFiles

    init() throws { files = try SurveyFiles() }

    /// A counter's table without marks and places, dated by its sensor file.
    private func writeCounter() throws {
        try files.writeCounter(time: "{ date: \"dd.MM.yyyy HH:mm:ss\", at: 0, zone: local }")
        try files.folder.write(
            (0..<5).map { "25.07.2025 13:00:\($0 < 2 ? "0" : "")\($0 * 5);3\r\n" }.joined(), to: "counter.csv")
    }

    @Test func anySensorsTextHasItsDates() async throws {
        try writeCounter()
        let found = try await files.survey(
            "import", "counter.csv", "--to", "c.gpkg", "--sensor", "./counter.yaml", "--zone", "+02:00")
        #expect(found.lines == ["counter.csv: 5 lines, 5 accepted, 0 rejected, 5 measurements, 5 samples"], "\(found)")
        _ = try await files.survey("export", "c.gpkg", "--csv", "c.csv")
        let rows = String(decoding: try files.contents("c.csv"), as: UTF8.self).split(whereSeparator: \.isNewline)
        #expect(rows.count == 6 && rows[1].hasPrefix("2025-07-25T10:59:57.500000Z,counts,0,3,"))
        #expect(rows[5].hasPrefix("2025-07-25T11:00:17.500000Z,counts,4,3,"))
        #expect(try await files.survey("process", "c.gpkg", "--verify").status == 0)
    }

    @Test func aTrackGivesPlacesToWhatHasNone() async throws {
        try writeCounter()
        let track = [("10:59:55", 4.0), ("11:00:05", 4.01), ("11:00:15", 4.02), ("11:00:25", 4.03)].map { time, x in
            "<trkpt lat=\"50.85\" lon=\"\(x)\"><time>2025-07-25T\(time)Z</time></trkpt>"
        }.joined(separator: "\n")
        try files.folder.write("<gpx><trk><trkseg>\n\(track)\n</trkseg></trk></gpx>\n", to: "walk.gpx")
        let arguments = [
            "import", "counter.csv", "--to", "t.gpkg", "--sensor", "./counter.yaml", "--track", "walk.gpx",
        ]
        let refused = try await files.survey(arguments)
        #expect(refused.status == 65 && refused.errors.first?.contains("give --zone") == true, "\(refused)")
        let found = try await files.survey(arguments + ["--zone", "+02:00"])
        #expect(
            found.lines == [
                "counter.csv: 5 lines, 5 accepted, 0 rejected, 5 measurements, 5 samples, 4 places of the track"
            ], "\(found)")
        _ = try await files.survey("export", "t.gpkg", "--csv", "t.csv")
        let rows = String(decoding: try files.contents("t.csv"), as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        // The middles of the five seconds before each line lie between two points, ten seconds apart.
        let longitudes = rows.dropFirst().compactMap { Double($0[9]) }
        #expect(longitudes.count == 5)
        for (place, longitude) in longitudes.enumerated() {
            #expect((longitude - (4.0025 + 0.005 * Double(place))).magnitude < 1e-9, "\(longitudes)")
        }
        #expect(rows.dropFirst().allSatisfy { $0[7].isEmpty }, "\(rows)")
        #expect(try await files.survey("process", "t.gpkg", "--verify").status == 0)
        let none = try await files.survey(Array(arguments.dropLast()) + ["counter.csv", "--zone", "+02:00"])
        #expect(none.status == 65 && none.errors.first?.contains("no point of a GPX track") == true, "\(none)")
    }

    private func importCounter(track: String) async throws -> SurveyFiles.Outcome {
        try writeCounter()
        try files.folder.write(track, to: "walk.gpx")
        return try await files.survey(
            "import", "counter.csv", "--to", "t.gpkg", "--sensor", "./counter.yaml", "--track", "walk.gpx", "--zone",
            "+02:00")
    }

    private static func point(_ time: String, latitude: String = "50.85") -> String {
        "<trkpt lat=\"\(latitude)\" lon=\"4\"><time>\(time)</time></trkpt>\n"
    }

    @Test func aTrackOfAnotherDaySaysSo() async throws {
        let found = try await importCounter(track: "<gpx>\(Self.point("2025-07-28T11:00:00Z"))</gpx>")
        #expect(
            found.lines == [
                "counter.csv: 5 lines, 5 accepted, 0 rejected, 5 measurements, 5 of them without a place, 5 samples; no "
                    + "point of walk.gpx is of these times: it is of 2025-07-28T11:00:00Z to 2025-07-28T11:00:00Z; look "
                    + "at its dates or --zone"
            ], "\(found)")
    }

    @Test func aTrackWhoseTimesCannotBeReadSaysSo() async throws {
        let found = try await importCounter(track: "<gpx>\(Self.point("2025-07-25T1:00:00 PMZ"))</gpx>")
        #expect(found.status == 65 && found.errors.count == 1, "\(found)")
        #expect(found.errors.first?.contains("no time and place can be read of the points") == true)
    }

    @Test func whatIsWrongWithATrackIsSaidOnce() async throws {
        let found = try await importCounter(
            track: "<gpx><trk><trkseg>" + Self.point("2025-07-25T11:00:00") + Self.point("2025-07-25T11:00:10Z")
                + Self.point("at noon") + Self.point("2025-07-25T11:00:15Z", latitude: "nan")
                + "<trkpt lat=\"50.85\" lon=\"4\"><time>2025")
        #expect(
            found.lines.first
                == "walk.gpx: 2 points; the file ends inside an element, and what followed is missing; 2 points left out, "
                + "without a time and a place that can be read; the times of 1 point state no zone and count as UTC",
            "\(found)")
        #expect(found.lines.count == 2 && found.lines.last?.hasSuffix("2 places of the track") == true, "\(found)")
    }

    @Test func aTrackInUTF16IsNamed() async throws {
        try writeCounter()
        let text = "<gpx>\(Self.point("2025-07-25T11:00:00Z"))</gpx>".utf16
        let bytes = text.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        try Data([0xff, 0xfe] + bytes).write(to: URL(filePath: files.path("u.gpx")))
        let found = try await files.survey(
            "import", "counter.csv", "--to", "t.gpkg", "--sensor", "./counter.yaml", "--track", "u.gpx", "--zone", "utc"
        )
        #expect(found.status == 65 && found.errors.count == 1, "\(found)")
        #expect(found.errors.first?.hasSuffix("u.gpx: this is text in UTF-16: save it as UTF-8") == true, "\(found)")
    }
}
