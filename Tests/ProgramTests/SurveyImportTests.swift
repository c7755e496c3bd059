import Foundation
import Testing
import WaldoTestSupport

/// `waldo survey import` as users run it.
@Suite(.onLoop, .serialized) struct SurveyImportTests {
    private let files: SurveyFiles

    init() throws {
        files = try SurveyFiles()
        try Data(SurveyFiles.mixed.utf8).write(to: URL(filePath: files.path("mixed.LOG")))
    }

    /// Each of the four loggers of the log is a survey with its own lines; what cannot be read belongs to the one
    /// before.
    @Test func everyLineIsKeptAndTheRejectedOnesAreNumbered() async throws {
        let found = try await files.survey("import", "mixed.LOG", "--to", "s.gpkg")
        #expect(found.errors == [] && found.status == 0)
        // Lines 5, 6 and 7 are rejected; the last one has no end, but its checksum is right.
        #expect(
            found.lines == [
                "mixed.LOG, device 2735: 7 lines, 4 accepted, 3 rejected (2 unknown message format, 1 wrong number of fields), 1 measurement, 4 samples",
                "mixed.LOG, device 300: 1 line, 1 accepted, 0 rejected, 1 measurement, 4 samples",
                "mixed.LOG, device 153: 1 line, 1 accepted, 0 rejected, 1 measurement, 1 of them without a place, 1 sample",
                "mixed.LOG, device 5002: 1 line, 1 accepted, 0 rejected, 1 measurement, 1 sample",
            ])
        var back = Data()
        for survey in 1...4 {
            let raw = try await files.survey(
                "export", "s.gpkg", "--survey", "\(survey)", "--bgeigie", "\(survey).LOG", "--all")
            #expect(raw.status == 0, "\(raw)")
            back += try files.contents("\(survey).LOG")
        }
        #expect(back == Data(SurveyFiles.mixed.utf8))
    }

    /// The number is that of the lines, by whatever sensor file they are read.
    @Test(arguments: [[], ["--sensor", "bgeigie"], ["--sensor", "./mine.yaml"]])
    func theDevicesNumberSurvivesASensorOfOnesOwn(_ sensor: [String]) async throws {
        try files.writeWalk(lines: 20)
        let shown = try ChildProcess(try BuiltProgram.path("waldo"), ["sensors", "show", "bgeigie"])
        defer { shown.close() }
        #expect(try await shown.exitStatus() == 0)
        try files.folder.write(shown.lines.joined(separator: "\n") + "\n", to: "mine.yaml")
        let found = try await files.survey(["import", "walk.LOG", "--to", "w.gpkg"] + sensor)
        #expect(found.status == 0 && found.lines.first?.contains(" 20 measurements") == true, "\(found)")
        #expect(try await files.survey("show", "w.gpkg").lines.contains("  device    2735"))
        _ = try await files.survey("export", "w.gpkg", "--bgeigie", "w.LOG")
        let rows = String(decoding: try files.contents("w.LOG"), as: UTF8.self).split(separator: "\r\n").dropFirst(3)
        #expect(rows.count == 20 && rows.allSatisfy { $0.hasPrefix("$BNRDD,2735,") })
    }

    @Test func twoDevicesOfALogAreTwoSurveysAndTwoLogs() async throws {
        let one = try files.writeWalk(lines: 30).split(whereSeparator: \.isNewline).map(String.init)
        // The same way with another logger: three times the counts.
        let two = one.map { (line: String) -> String in
            guard line.hasPrefix("$") else { return line }
            var fields = line.dropFirst().prefix { $0 != "*" }.split(separator: ",").map(String.init)
            (fields[1], fields[4]) = ("0042", "\((Int(fields[4]) ?? 0) * 3)")
            let text = fields.joined(separator: ",")
            return "$\(text)*" + String(format: "%02X", text.utf8.reduce(0) { $0 ^ $1 })
        }
        let both = one.prefix(3) + zip(one.dropFirst(3), two.dropFirst(3)).flatMap { [$0, $1] }
        try files.folder.write(both.joined(separator: "\r\n") + "\r\n", to: "both.LOG")
        let found = try await files.survey("import", "both.LOG", "--to", "b.gpkg")
        #expect(found.lines.count == 2 && found.lines[1].hasPrefix("both.LOG, device 0042: 30 lines,"), "\(found)")
        let listed = try await files.survey("list", "b.gpkg").lines
        #expect(listed.count == 2 && listed[0].contains("both.LOG, device 2735") && listed[1].contains("device 0042"))
        for (survey, device, alone) in [("1", "2735", one), ("2", "0042", two)] {
            try files.folder.write(alone.joined(separator: "\r\n") + "\r\n", to: device + ".LOG")
            _ = try await files.survey("import", device + ".LOG", "--to", device + ".gpkg")
            _ = try await files.survey("export", device + ".gpkg", "--bgeigie", device + ".alone")
            _ = try await files.survey("export", "b.gpkg", "--survey", survey, "--bgeigie", device + ".both")
            #expect(try files.contents(device + ".both") == files.contents(device + ".alone"))
            #expect(try files.contents(device + ".both").count > 1_000)
        }
        let again = try await files.survey("import", "both.LOG", "--to", "b.gpkg")
        #expect(
            again.lines == [
                "both.LOG, device 2735: already there as survey 1", "both.LOG, device 0042: already there as survey 2",
            ])
        #expect(try await files.survey("check", "b.gpkg").status == 0)
    }

    @Test func whatIsComputedAgainIsEqualAndEveryByteIsAccountedFor() async throws {
        try files.writeWalk(lines: 400)
        _ = try await files.survey("import", "mixed.LOG", "walk.LOG", "--to", "s.gpkg")
        let verified = try await files.survey("process", "s.gpkg", "--verify")
        #expect(verified.status == 0 && verified.lines.count == 5)
        #expect(verified.lines.allSatisfy { $0.contains("rows equal") })
        let checked = try await files.survey("check", "s.gpkg")
        #expect(checked.lines == ["s.gpkg: nothing is wrong"])
        let again = try await files.survey("process", "s.gpkg")
        #expect(again.status == 0)
        #expect(try await files.survey("process", "s.gpkg", "--verify").status == 0)
    }

    @Test func aFileThatIsThereAddsNothing() async throws {
        let first = try await files.survey("import", "mixed.LOG", "--to", "s.gpkg")
        #expect(first.status == 0)
        try FileManager.default.copyItem(atPath: files.path("mixed.LOG"), toPath: files.path("copy.LOG"))
        let shown = try await files.survey("show", "s.gpkg").lines
        let second = try await files.survey("import", "copy.LOG", "--to", "s.gpkg")
        #expect(second.status == 0 && second.lines.count == 4)
        #expect(second.lines[0] == "copy.LOG, device 2735: already there as survey 1")
        #expect(try await files.survey("show", "s.gpkg").lines == shown)
        _ = try await files.survey("delete", "s.gpkg", "--survey", "1")
        let third = try await files.survey("import", "mixed.LOG", "--to", "s.gpkg")
        #expect(third.lines.count == 4 && third.lines[0].contains("already there as survey 1, which is deleted"))
    }

    @Test func aLineWithNoiseBeforeItHasItsOwnTime() async throws {
        let walk = try files.writeWalk(lines: 4).split(separator: "\r\n", omittingEmptySubsequences: false)
        // The last line comes a minute later than the interval would have it.
        let text =
            walk[0...1].joined(separator: "\r\n") + "\r\n2024-03-01 00:00:09 " + walk[2] + "\r\n\u{0}\u{7f}*"
            + walk[3].replacing("00:00:15Z", with: "00:01:15Z") + "\r\n"
        try Data(text.utf8).write(to: URL(filePath: files.path("n.LOG")))
        let found = try await files.survey("import", "n.LOG", "--to", "n.gpkg")
        #expect(found.lines.first?.contains(" 4 measurements") == true, "\(found)")
        _ = try await files.survey("export", "n.gpkg", "--csv", "n.csv")
        let rows = String(decoding: try files.contents("n.csv"), as: UTF8.self).split(whereSeparator: \.isNewline)
        // The middle of five seconds each.
        let times = rows.filter { $0.contains(",counts,") }.compactMap { $0.split(separator: ",").first }
        #expect(
            times
                == ["2024-02-29T23:59:57", "2024-03-01T00:00:02", "2024-03-01T00:00:07", "2024-03-01T00:01:12"].map {
                    "\($0).500000Z"
                })
    }

    /// The last line without its end: whole, without its checksum, and with a digit of it only.
    @Test(arguments: [0, 1, 3, 9]) func aLastLineWithoutItsEndIsTakenIfItIsWhole(_ cut: Int) async throws {
        let line = "$BNRDD,2735,2020-06-29T10:42:11Z,106,13,1769,A,5313.0698,N,00633.5683,E,-6.30,A,9,91*54"
        let text = line + "\r\n" + line.dropLast(cut)
        try files.folder.write(text, to: "x.LOG")
        let found = try await files.survey("import", "x.LOG", "--to", "x.gpkg")
        let counts =
            cut == 0
            ? "2 lines, 2 accepted, 0 rejected, 2 measurements"
            : "2 lines, 1 accepted, 1 rejected (1 incomplete message), 1 measurement"
        #expect(found.lines.first?.hasPrefix("x.LOG: \(counts)") == true, "\(found)")
        #expect(try await files.survey("process", "x.gpkg", "--verify").status == 0)
        _ = try await files.survey("export", "x.gpkg", "--bgeigie", "back.LOG", "--all")
        #expect(try files.contents("back.LOG") == Data(text.utf8))
        // A log of the last line alone.
        try files.folder.write(String(line.dropLast(cut)), to: "y.LOG")
        let alone = try await files.survey("import", "y.LOG", "--to", "y.gpkg")
        #expect(alone.status == (cut == 0 ? 0 : 65), "\(alone)")
    }

    @Test func linesFromBeforeTheReceiverHasADateAreMeasurements() async throws {
        let walk = try files.writeWalk(lines: 5).replacing("2024-03-01T00:00:00Z", with: "2012-00-00T00:00:00Z")
            .replacing("2024-03-01T00:00:15Z", with: "2073-50-00T00:00:15Z")
        try files.folder.write(walk, to: "w.LOG")
        let found = try await files.survey("import", "w.LOG", "--to", "w.gpkg")
        #expect(
            found.lines == [
                "w.LOG: 8 lines, 8 accepted, 0 rejected, 5 measurements, 20 samples, 8 of them without a date"
            ])
        _ = try await files.survey("export", "w.gpkg", "--csv", "w.csv", "--bgeigie", "back.LOG", "--all")
        let rows = String(decoding: try files.contents("w.csv"), as: UTF8.self).split(whereSeparator: \.isNewline)
        let counts = rows.filter { $0.contains(",counts,") }
        #expect(counts.map { $0.contains("undated") } == [true, false, false, true, false])
        #expect(
            counts.map { $0.prefix { $0 != "," }.suffix(10) } == ["", "02.500000Z", "07.500000Z", "", "17.500000Z"])
        #expect(try files.contents("back.LOG") == Data(walk.utf8))
        #expect(try await files.survey("process", "w.gpkg", "--verify").status == 0)
    }

    /// What is stored as its begin is the time of the import.
    @Test func aLogWithoutADateHasNoBegin() async throws {
        let walk = try files.writeWalk(lines: 20).replacing("2024-03-01T", with: "2012-00-00T")
        try files.folder.write(walk, to: "w.LOG")
        #expect(try await files.survey("import", "w.LOG", "--to", "w.gpkg").status == 0)
        #expect(try await files.survey("list", "w.gpkg").lines.first?.contains("  date not known  ") == true)
        #expect(try await files.survey("show", "w.gpkg").lines.contains("  begun     not known"))
        let report = try await files.survey("report", "w.gpkg").lines
        #expect(report.contains { $0.hasPrefix("  Begun ") && $0.hasSuffix(" not known") }, "\(report)")
        #expect(report.contains { $0.hasPrefix("Survey report. Survey 1 of w.gpkg") }, "\(report)")
    }

    @Test func linesWithoutADeviceNumberAreASurveyOfTheirOwn() async throws {
        let one = try files.writeWalk(lines: 30).split(whereSeparator: \.isNewline).map(String.init)
        let both = one.flatMap { (line: String) -> [String] in
            guard line.hasPrefix("$") else { return [line] }
            let text = line.dropFirst().prefix { $0 != "*" }.replacing(",2735,", with: ",,")
            return [line, "$\(text)*" + String(format: "%02X", text.utf8.reduce(0) { $0 ^ $1 })]
        }
        try files.folder.write(both.joined(separator: "\r\n") + "\r\n", to: "both.LOG")
        let found = try await files.survey("import", "both.LOG", "--to", "b.gpkg")
        #expect(found.lines.count == 2 && found.lines[0].hasPrefix("both.LOG, device 2735: 33 lines,"), "\(found)")
        #expect(found.lines[1].hasPrefix("both.LOG, without a device number: 30 lines,"), "\(found)")
        #expect(found.lines.allSatisfy { $0.contains(" 30 measurements") })
    }

    @Test func theSensorFollowsFromTheFormatInTheHeader() async throws {
        let old =
            "# NEW LOG\n# format=1.0.0nano\n"
            + "$BNRDD,204,2012-12-16T17:58:24Z,31,9,115,A,4618.9996,N,00658.4623,E,587.6,A,128,7*00\r\n"
        try files.folder.write(old, to: "old.LOG")
        _ = try await files.survey("import", "old.LOG", "mixed.LOG", "--to", "s.gpkg", "--tag", "old")
        let shown = try await files.survey("show", "s.gpkg").lines.filter { $0.contains("sensor  ") }
        #expect(
            shown.compactMap { $0.split(separator: " ").last.map(String.init) } == ["bgeigie-nano-1.0"]
                + [String](repeating: "bgeigie", count: 4))
    }

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

    @Test func aRowOfAirCastingWithoutAPlaceIsKeptWithoutOne() async throws {
        let csv =
            ",,,,,Sensor_Package_Name\n,,,,,AirBeam2:1\n,,,,,Sensor_Name\n,,,,,AirBeam2-F\n,,,,,Measurement_Type\n"
            + ",,,,,Temperature\n,,,,,Measurement_Units\n,,,,,Fahrenheit\n"
            + "ObjectID,Session_Name,Timestamp,Latitude,Longitude,1:Measurement_Value\n"
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
            ",,,,,Sensor_Package_Name\n,,,,,AirBeam2:1\n,,,,,Sensor_Name\n,,,,,AirBeam2-F\n,,,,,Measurement_Type\n"
            + ",,,,,Temperature\n,,,,,Measurement_Units\n,,,,,Fahrenheit\n"
            + "ObjectID,Session_Name,Timestamp,Latitude,Longitude,1:Measurement_Value\n"
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

    /// A counter's table without marks and places, dated by its sensor file.
    private func writeCounter() throws {
        try files.folder.write(
            """
            name: Counter
            hear: file
            every: 5 s
            message:
              ends: "\\n"
              split: ";"
              columns: 2
              fields:
                time: { date: "dd.MM.yyyy HH:mm:ss", at: 0, zone: local }
                counts: { number: 1, unit: count }
              time: time
            streams: { counts: { over: 5 s } }

            """, to: "counter.yaml")
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
                    + "point of walk.gpx is of these times; look at its dates or --zone"
            ], "\(found)")
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
            ",,,,,Sensor_Package_Name\n,,,,,AirBeam2:1\n,,,,,Sensor_Name\n,,,,,AirBeam2-F\n,,,,,Measurement_Type\n"
            + ",,,,,Temperature\n,,,,,Measurement_Units\n,,,,,Fahrenheit\n"
            + "ObjectID,Session_Name,Timestamp,Latitude,Longitude,1:Measurement_Value\n"
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
                let check = String(body.utf8.reduce(0) { $0 ^ $1 }, radix: 16, uppercase: true)
                return String(line[..<start]) + "$\(body)*\(check.count < 2 ? "0" : "")\(check)"
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

    @Test func aRecordingNeedsItsSensorAndBringsItsArm() async throws {
        _ = try await SampleDrive(to: files.path("r.jsonl"), reports: 100)
        let message = "11c217409d4310f64c000f"
        let line = "{\"event\":\"notify\",\"t\":9000000,\"bytes\":\"\(message)\"}\n"
        let handle = try #require(FileHandle(forWritingAtPath: files.path("r.jsonl")))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data((line + line).utf8))
        try handle.close()
        let refused = try await files.survey("import", "r.jsonl", "--to", "r.gpkg")
        #expect(refused.status == 65 && refused.errors.count == 1 && refused.errors[0].contains("add --sensor NAME"))
        let found = try await files.survey("import", "r.jsonl", "--to", "r.gpkg", "--sensor", "iac-gamma")
        #expect(found.status == 0 && found.lines.count == 1, "\(found)")
        #expect(found.lines.first?.contains(" 2 measurements") == true)
        let shown = try await files.survey("show", "r.gpkg").lines
        #expect(shown.contains { $0.hasPrefix("  arm ") })
        #expect(try await files.survey("process", "r.gpkg", "--verify").status == 0)
    }

    @Test func whatIsNoLogIsRefusedAndMakesNoStore() async throws {
        try files.folder.write("nothing\nof a log\n", to: "notes.txt")
        let found = try await files.survey("import", "notes.txt", "gone.LOG", "--to", "n.gpkg")
        #expect(found.status == 65 && found.lines == [] && found.errors.count == 2)
        #expect(found.errors[0].contains("unknown format"))
        #expect(found.errors[1].hasPrefix("waldo: gone.LOG: there is no such file"))
        #expect(!FileManager.default.fileExists(atPath: files.path("n.gpkg")))
        let into = try await files.survey("import", "mixed.LOG", "--to", "notes.txt")
        #expect(into.status == 65 && into.errors.count == 1 && into.errors[0].contains("not a GeoPackage"))
        let titled = try await files.survey("import", "mixed.LOG", "notes.txt", "--to", "n.gpkg", "--title", "x")
        #expect(titled.status == 64)
    }

    @Test func anImportThatWasCutOffIsMadeAgain() async throws {
        try files.writeWalk(lines: 40_000)
        let waldo = try ChildProcess(
            BuiltProgram.path("waldo"),
            ["survey", "import", files.path("walk.LOG"), "--to", files.path("s.gpkg")])
        defer { waldo.close() }
        try await waitUntil("rows in the store") {
            let log = try? FileManager.default.attributesOfItem(atPath: files.path("s.gpkg-wal"))[.size] as? Int
            return log ?? 0 > 500_000 ? true : nil
        }
        waldo.send(signal: SIGKILL)
        _ = try await waldo.exitStatus()
        let again = try await files.survey("import", "walk.LOG", "--to", "s.gpkg")
        #expect(again.status == 0 && again.lines.first?.contains("40003 lines, 40003 accepted") == true, "\(again)")
        let listed = try await files.survey("list", "s.gpkg")
        #expect(listed.lines.count == 2 && listed.lines[0].hasSuffix("deleted") && listed.lines[1].hasPrefix("2  "))
        #expect(try await files.survey("check", "s.gpkg").status == 0)
    }
}
