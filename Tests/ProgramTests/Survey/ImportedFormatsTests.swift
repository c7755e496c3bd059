import Foundation
import Testing
import WaldoTestSupport
import WaldoTesting

/// The formats that `waldo survey import` knows, and those that it names.
@Suite(.onLoop, .serialized) struct ImportedFormatsTests {
    private let files: SurveyFiles

    init() throws { files = try SurveyFiles() }

    /// The heading of AirCasting's table of one stream.
    private static let oneStream =
        ",,,,,Sensor_Package_Name\n,,,,,AirBeam2:1\n,,,,,Sensor_Name\n,,,,,AirBeam2-F\n,,,,,Measurement_Type\n"
        + ",,,,,Temperature\n,,,,,Measurement_Units\n,,,,,Fahrenheit\n"
        + "ObjectID,Session_Name,Timestamp,Latitude,Longitude,1:Measurement_Value\n"

    @Test func airCastingBecomesStreamsAndItsLinesComeBack() async throws {
        let csv =
            ",,,,,Sensor_Package_Name,Sensor_Package_Name\n,,,,,AirBeam2:00189610719F,AirBeam2:00189610719F\n"
            + ",,,,,Sensor_Name,Sensor_Name\n,,,,,AirBeam2-F,AirBeam2-PM2.5\n"
            + ",,,,,Measurement_Type,Measurement_Type\n,,,,,Temperature,Particulate Matter\n"
            + ",,,,,Measurement_Units,Measurement_Units\n,,,,,Fahrenheit,µg/m³\n"
            + "ObjectID,Session_Name,Timestamp,Latitude,Longitude,1:Measurement_Value,2:Measurement_Value\n"
            + "1,\"A walk, and back\",2018-08-20T11:16:44.234,40.68038924,-73.97631499,77.0,4.5\n"
            + "2,\"A walk, and back\",2018-08-20T11:16:45.234,40.68038924,-73.97631499,,5\n"
            + "3,\"A walk, and back\",yesterday,40.68038924,-73.97631499,,5\n"
            + "4,\"A walk, and back\",2018-08-20T11:16:47.234,40.68038924,-73.97631499,78,6"
        try files.folder.write(csv, to: "a.csv")
        let found = try await files.survey("import", "a.csv", "--to", "a.gpkg")
        #expect(
            found.lines == [
                "a.csv: 13 lines, 12 accepted, 1 rejected (1 invalid field value), 3 measurements, 5 samples; times as written, zone unknown"
            ])
        let text = try await files.survey("show", "a.gpkg").lines.joined(separator: "\n")
        for part in ["“A walk, and back”", "begun     2018-08-20T11:16:44\n", "AirBeam2-PM2.5  3 samples", "µg/m³"] {
            #expect(text.contains(part), "\(part) in\n\(text)")
        }
        _ = try await files.survey("export", "a.gpkg", "--bgeigie", "back.csv", "--all")
        #expect(try files.contents("back.csv") == Data(csv.utf8))
        #expect(try await files.survey("process", "a.gpkg", "--verify").status == 0)
    }

    @Test func twoRowsOfAirCastingWithOneTimeComeBackAsTwo() async throws {
        let csv =
            ",,,,,Sensor_Package_Name,Sensor_Package_Name\n,,,,,AirBeam2:1,AirBeam2:1\n"
            + ",,,,,Sensor_Name,Sensor_Name\n,,,,,AirBeam2-PM2.5,AirBeam2-RH\n"
            + ",,,,,Measurement_Type,Measurement_Type\n,,,,,Particulate Matter,Humidity\n"
            + ",,,,,Measurement_Units,Measurement_Units\n,,,,,µg/m³,percent\n"
            + "ObjectID,Session_Name,Timestamp,Latitude,Longitude,1:Measurement_Value,2:Measurement_Value\n"
            + "1,Walk,2018-08-20T11:16:44.234,40.5,-73.5,4,50\n2,Walk,2018-08-20T11:16:45.234,40.5,-73.5,5,51\n"
            + "3,Walk,2018-08-20T11:16:45.234,40.5,-73.5,6,52\n4,Walk,2018-08-20T11:16:46.234,40.5,-73.5,7,53\n"
        try files.folder.write(csv, to: "a.csv")
        _ = try await files.survey("import", "a.csv", "--to", "a.gpkg", "--zone", "utc")
        let exported = try await files.survey("export", "a.gpkg", "--aircasting", "back.csv")
        #expect(
            exported.lines == ["back.csv: 4 rows; its times are UTC: import it with --zone utc"], "\(exported)")
        #expect(try files.contents("back.csv") == Data(csv.utf8))
    }

    @Test func aRowOfAirCastingWithoutAPlaceIsKeptWithoutOne() async throws {
        let csv =
            Self.oneStream
            + "1,Walk,2018-08-20T11:16:44.234,,,76.5\n" + "2,Walk,2018-08-20T11:16:45.234,40.5,-73.5,77\n"
            + "3,Walk,2018-08-20T11:16:46.234,91,-73.5,78\n"
        try files.folder.write(csv, to: "n.csv")
        let found = try await files.survey("import", "n.csv", "--to", "n.gpkg")
        #expect(
            found.lines == [
                "n.csv: 12 lines, 11 accepted, 1 rejected (1 invalid field value), 2 measurements, 1 of them without a place, 2 samples; times as written, zone unknown"
            ])
        _ = try await files.survey("export", "n.gpkg", "--csv", "out.csv", "--bgeigie", "back.csv", "--all")
        let rows = String(decoding: try files.contents("out.csv"), as: UTF8.self).split(whereSeparator: \.isNewline)
        // Its place is that of the nearest fix, and marked so.
        #expect(rows.count == 3 && rows[1].contains(",76.5,") && rows[1].contains("nearest-place"))
        #expect(try files.contents("back.csv") == Data(csv.utf8))
    }

    /// Of times whose zone nobody states, no text says that they are UTC; with their zone they are.
    @Test func localTimesNeedTheirZone() async throws {
        let csv =
            Self.oneStream
            + "1,Walk,2018-08-20T11:16:44.234,40.5,-73.5,76.5\n" + "2,Walk,2018-08-20T11:16:45.234,40.5,-73.5,77\n"
        try files.folder.write(csv, to: "l.csv")
        _ = try await files.survey("import", "l.csv", "--to", "l.gpkg")
        let exported = try await files.survey(
            "export", "l.gpkg", "--csv", "l.out.csv", "--geojson", "l.json", "--gpx", "l.gpx")
        #expect(exported.status == 0, "\(exported)")
        for name in ["l.out.csv", "l.json", "l.gpx"] {
            let text = String(decoding: try files.contents(name), as: UTF8.self)
            #expect(text.contains("2018-08-20T11:16:44.234000") && !text.contains("000Z"), "\(name)")
        }
        let shown = try await files.survey("show", "l.gpkg").lines
        #expect(shown.contains { $0.hasPrefix("  times") } && !shown.contains { $0.hasSuffix("Z") })
        let report = try await files.survey("report", "l.gpkg").lines.flatMap { $0.split(separator: " ") }
        #expect(report.joined(separator: " ").contains("and their zone is not known"))
        #expect(try await files.survey("process", "l.gpkg", "--verify").status == 0)
        // The same file in its zone is another survey, and the same zone adds nothing.
        let zoned = try await files.survey("import", "l.csv", "--to", "l.gpkg", "--zone", "-04:00")
        #expect(zoned.lines == ["l.csv: 11 lines, 11 accepted, 0 rejected, 2 measurements, 2 samples"])
        let again = try await files.survey("import", "l.csv", "--to", "l.gpkg", "--zone", "-04:00")
        #expect(again.lines == ["l.csv: already there as survey 2"])
        _ = try await files.survey("export", "l.gpkg", "--survey", "2", "--csv", "z.csv")
        #expect(String(decoding: try files.contents("z.csv"), as: UTF8.self).contains("2018-08-20T15:16:44.234000Z"))
        let wrong = try await files.survey("import", "l.csv", "--to", "l.gpkg", "--zone", "Europe/Berln")
        #expect(wrong.status == 65 && wrong.errors.first?.contains("no time zone has this name") == true, "\(wrong)")
    }

    @Test(
        arguments: [
            ("", "it is empty"), ("# NEW LOG\r\n\r\n#\n", "it has no measurement, only comments and empty lines"),
            (String(repeating: "\0", count: 600), "it has no measurement, only comments and empty lines"),
            ("\u{feff}# NEW LOG\n", "it has no measurement, only comments and empty lines"),
            ("# a\nx\n", "unknown format"),
        ])
    func aFileWithoutLinesIsNamed(_ text: String, _ says: String) async throws {
        try files.folder.write(text, to: "e.log")
        for sensor in [[], ["--sensor", "bgeigie"]] {
            let found = try await files.survey(["import", "e.log", "--to", "e.gpkg"] + sensor)
            let expected = sensor.isEmpty || says != "unknown format" ? says : "no line of it is a measurement"
            #expect(found.status == 65 && found.errors.first?.contains("e.log: \(expected)") == true, "\(found)")
        }
        #expect(!FileManager.default.fileExists(atPath: files.path("e.gpkg")))
    }

    @Test func aByteOrderMarkCostsNoLine() async throws {
        let phone =
            "sensor:model,sensor:package,sensor:capability,sensor:units\nAirBeam2-F,AirBeam2:1,Temperature,Fahrenheit\n"
            + "Timestamp,geo:lat,geo:long,Value\n2018-08-20T11:16:44.234+0200,40.5,-73.5,77\n"
        try files.folder.write("\u{feff}" + phone, to: "p.csv")
        let found = try await files.survey("import", "p.csv", "--to", "p.gpkg")
        #expect(found.lines == ["p.csv: 4 lines, 4 accepted, 0 rejected, 1 measurement, 1 sample"], "\(found)")
        let walk = try files.writeWalk(lines: 4)
        try files.folder.write("\u{feff}" + walk, to: "w.LOG")
        let log = try await files.survey("import", "w.LOG", "--to", "w.gpkg")
        #expect(log.lines.first?.contains("7 lines, 7 accepted, 0 rejected, 4 measurements") == true, "\(log)")
        _ = try await files.survey("export", "w.gpkg", "--bgeigie", "back.LOG", "--all")
        #expect(try files.contents("back.LOG") == files.contents("w.LOG"))
        #expect(try await files.survey("process", "w.gpkg", "--verify").status == 0)
    }

    /// Its lines are rejected one by one, and their numbers are those of the last.
    @Test func aTitleWithLineEndsSaysThatNothingIsLost() async throws {
        let csv =
            Self.oneStream
            + (0..<3).map { "\($0 + 1),\"two\nlines\",2024-05-01T12:00:0\($0).000,50.5,4.5,\($0)\n" }.joined()
        try files.folder.write(csv, to: "t.csv")
        let found = try await files.survey("import", "t.csv", "--to", "t.gpkg")
        #expect(
            found.lines == [
                "t.csv: 15 lines, 12 accepted, 3 rejected (3 wrong number of fields), 3 measurements, 3 samples; 3 lines "
                    + "begin rows whose quoted text has line ends, and no number is lost by them; times as written, zone "
                    + "unknown"
            ], "\(found)")
    }

    /// `$CZRA1`: a bGeigie's columns under another mark.
    @Test func aCzechRadsLogIsOneOfTheFamily() async throws {
        let walk = try files.writeWalk(lines: 12).replacing("# format=1.3.4nano", with: "# format=1.3.5nano")
        let text =
            walk.split(separator: "\r\n").map { line in
                guard let start = line.firstIndex(of: "$") else { return String(line) }
                let body = line[line.index(after: start)...].prefix { $0 != "*" }.replacing("BNRDD", with: "CZRA1")
                return String(line[..<start]) + checkedSentence(body)
            }.joined(separator: "\r\n") + "\r\n"
        try files.folder.write(text, to: "czech.log")
        let found = try await files.survey("import", "czech.log", "--to", "z.gpkg")
        #expect(found.lines.first?.contains("15 lines, 15 accepted, 0 rejected, 12 measurements") == true, "\(found)")
    }

    /// Blocks of NUL bytes, shorter and longer than the reader's pieces, cost no measurement and no count.
    @Test(arguments: [512, 32_768]) func aBlockOfNULsCostsNothing(_ count: Int) async throws {
        let walk = Array(try files.writeWalk(lines: 40).utf8)
        let line = Array("$BNRDD,2735,2024-03-01T00:01:40Z".utf8)
        let place = try #require(walk.indices.first { walk[$0...].starts(with: line) })
        let block = [UInt8](repeating: 0, count: count)
        try Data(walk[..<place] + block + walk[place...]).write(to: URL(filePath: files.path("n.LOG")))
        _ = try await files.survey("import", "walk.LOG", "--to", "whole.gpkg")
        let found = try await files.survey("import", "n.LOG", "--to", "n.gpkg")
        #expect(found.lines.first?.contains(" 40 measurements") == true, "\(found)")
        for name in ["whole", "n"] { _ = try await files.survey("export", "\(name).gpkg", "--csv", "\(name).csv") }
        #expect(try files.contents("n.csv") == files.contents("whole.csv"))
        _ = try await files.survey("export", "n.gpkg", "--bgeigie", "back.LOG", "--all")
        #expect(try files.contents("back.LOG") == files.contents("n.LOG"))
    }

    @Test func aLogWithCarriageReturnsAloneIsTheSame() async throws {
        let walk = Array(try files.writeWalk(lines: 40).utf8)
        let bare = String(decoding: walk, as: UTF8.self).replacing("\r\n", with: "\n").replacing("\n", with: "\r")
        try Data(bare.utf8).write(to: URL(filePath: files.path("cr.LOG")))
        _ = try await files.survey("import", "walk.LOG", "--to", "whole.gpkg")
        let found = try await files.survey("import", "cr.LOG", "--to", "cr.gpkg")
        #expect(found.lines.first?.contains("43 lines, 43 accepted, 0 rejected, 40 measurements") == true, "\(found)")
        for name in ["whole", "cr"] { _ = try await files.survey("export", "\(name).gpkg", "--csv", "\(name).csv") }
        #expect(try files.contents("cr.csv") == files.contents("whole.csv"))
        #expect(try await files.survey("process", "cr.gpkg", "--verify").status == 0)
    }

    @Test func whatIsNoLogIsNamedByItsKind() async throws {
        for (name, bytes, says) in [
            ("a.zip", Array("PK\u{3}\u{4}rest".utf8), "a ZIP archive: unpack it"),
            ("a.json", Array("[{\"d\":3}]".utf8), "JSON"),
            ("a.kml", Array("<?xml version=\"1.0\"?>\n<kml>".utf8), "a KML track"),
        ] {
            try Data(bytes).write(to: URL(filePath: files.path(name)))
            let found = try await files.survey("import", name, "--to", "k.gpkg")
            #expect(found.status == 65 && found.errors.first?.contains("this is \(says)") == true, "\(found)")
        }
        let text = "T=21\n".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        try Data([0xff, 0xfe] + text).write(to: URL(filePath: files.path("u.txt")))
        let found = try await files.survey("import", "u.txt", "--to", "k.gpkg", "--sensor", "bgeigie")
        #expect(found.errors.first?.contains("text in UTF-16: save it as UTF-8") == true, "\(found)")
        #expect(!FileManager.default.fileExists(atPath: files.path("k.gpkg")))
    }

    @Test func whatIsFoundInFilesOnlyIsNotHeard() async throws {
        let found = try await files.survey("run", "--sensor", "atom-fast", "--to", "h.gpkg")
        #expect(found.status == 65 && found.errors.first?.contains("is found in files only") == true, "\(found)")
    }

    @Test func aBlockOfThePhonesCSVIsASurvey() async throws {
        let heading = "sensor:model,sensor:package,sensor:capability,sensor:units\n"
        let rows = "Timestamp,geo:lat,geo:long,Value\n2018-08-20T11:16:44.234+0200,40.5,-73.5,"
        let csv =
            heading + "AirBeam2-F,AirBeam2:1,Temperature,Fahrenheit\n" + rows + "77\n" + heading
            + "AirBeam2-RH,AirBeam2:1,Humidity,percent\n" + rows + "51.5\n"
        try files.folder.write(csv, to: "p.csv")
        let found = try await files.survey("import", "p.csv", "--to", "p.gpkg")
        #expect(
            found.lines == [
                "p.csv: 4 lines, 4 accepted, 0 rejected, 1 measurement, 1 sample",
                "p.csv, part 2: 4 lines, 4 accepted, 0 rejected, 1 measurement, 1 sample",
            ])
        let shown = try await files.survey("show", "p.gpkg").lines
        #expect(shown.filter { $0.hasSuffix("2018-08-20T09:16:44Z") }.count == 4)
    }
}
