import Foundation
import Testing
import WaldoTestSupport
import WaldoTesting

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
            return checkedSentence(text)
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
            return [line, checkedSentence(text)]
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
        let sensors: [Substring] = shown.compactMap { $0.split(separator: " ").last }
        #expect(sensors == ["bgeigie-nano-1.0", "bgeigie", "bgeigie", "bgeigie", "bgeigie"])
    }

    /// A number is a device's once one of its lines is a measurement, and spaces are no part of it.
    @Test func aLineThatIsNoMeasurementIsNoDevice() async throws {
        let place = "A,4722.5000,N,00832.4000,E,412.50,A,8,90"
        let walk =
            checkedSentence("BNRDD,99,2024-03-01T00:00:00Z,99999999,9,0,\(place)") + "\r\n"
            + (try files.writeWalk(lines: 20))
            + checkedSentence("BNRDD, 2735,2024-03-01T00:01:40Z,54,3,0,\(place)") + "\r\n"
        try files.folder.write(walk, to: "x.LOG")
        let found = try await files.survey("import", "x.LOG", "--to", "x.gpkg")
        #expect(found.status == 0 && found.lines.count == 1, "\(found)")
        #expect(
            found.lines.first?.hasPrefix(
                "x.LOG: 25 lines, 24 accepted, 1 rejected (1 invalid field value), 21 measurements")
                == true, "\(found)")
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
