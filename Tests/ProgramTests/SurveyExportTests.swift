import Foundation
import Testing
import WaldoTestSupport
import WaldoTesting

/// `waldo survey export`, and the commands that change a store by hand.
@Suite(.onLoop, .serialized) struct SurveyExportTests {
    private static let script = SourceModule.projectFolder + "/Tests/WaldoFilesTests/Survey/check_exports.py"

    private let files: SurveyFiles

    init() throws { files = try SurveyFiles() }

    private func importWalk(lines: Int = 100, _ more: String...) async throws {
        try files.writeWalk(lines: lines)
        #expect(try await files.survey(["import", "walk.LOG", "--to", "s.gpkg"] + more).status == 0)
    }

    /// The number at the beginning of what is said of a file.
    private func number(_ file: String, _ lines: [String]) throws -> Int {
        let line = try #require(lines.first { $0.hasPrefix("\(file): ") })
        return try #require(Int(line.dropFirst(file.count + 2).prefix { $0.isNumber }))
    }

    @Test(.enabled { await ExportPython.hasPackages() }) func otherParsersAcceptEveryFormatAtOnce() async throws {
        try await importWalk()
        let found = try await files.survey(
            "export", "s.gpkg", "--bgeigie", "x.log", "--csv", "x.csv", "--aircasting", "a.csv", "--geojson",
            "x.geojson", "--gpx", "x.gpx", "--mcap", "x.mcap")
        #expect(found.status == 0 && found.lines.count == 6, "\(found)")
        let streams = ["counts", "cpm", "dose", "total"], points = try number("x.gpx", found.lines)
        var topics = Dictionary(uniqueKeysWithValues: streams.map { ("/sample/\($0)", 100) })
        topics["/fix"] = points
        let expected: [String: Any] = [
            "log": try number("x.log", found.lines), "csv": 400, "aircasting": try number("a.csv", found.lines),
            "points": 400, "tracks": 1, "gpx": points, "title": "walk.LOG", "streams": streams, "mcap": topics,
        ]
        try JSONSerialization.data(withJSONObject: expected).write(to: URL(filePath: files.path("expected.json")))
        let child = try ChildProcess(ExportPython.path, [Self.script, files.folder.path])
        defer { child.close() }
        #expect(try await child.exitStatus(within: .seconds(60)) == 0, "\(child.errorLines.suffix(3))")
    }

    @Test func aLogHasTheReceiversSatellites() async throws {
        try await importWalk()
        let found = try await files.survey("export", "s.gpkg", "--bgeigie", "x.log")
        #expect(found.status == 0 && found.lines.count == 1)
        let lines = String(decoding: try files.contents("x.log"), as: UTF8.self).split(separator: "\r\n")
        #expect(lines.prefix(3) == ["# NEW LOG", "# format=waldo-1", "# deadtime=on"])
        for line in lines.dropFirst(3) {
            let fields = line.split(separator: ",")
            #expect(fields[1] == "2735" && ["8", "9", "10"].contains(fields[13]))
            let dilution = try #require(Int(fields[14].prefix { $0 != "*" }))
            #expect((90..<110).contains(dilution))
        }
    }

    /// The counts of five seconds are those of the lines, not a twelfth of the corrected rate.
    @Test func aLogKeepsTheCountsOfItsLines() async throws {
        try await importWalk()
        _ = try await files.survey("export", "s.gpkg", "--bgeigie", "x.log")
        func counts(_ file: String) throws -> [String: String] {
            let rows = String(decoding: try files.contents(file), as: UTF8.self).split(whereSeparator: \.isNewline)
                .filter { $0.hasPrefix("$BNRDD") }.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
            return Dictionary(uniqueKeysWithValues: rows.map { (String($0[2]), String($0[4])) })
        }
        let (read, written) = (try counts("walk.LOG"), try counts("x.log"))
        #expect(written.count > 50 && written.allSatisfy { read[$0.key] == $0.value })
    }

    @Test func rowsThatAreLeftOutAreCountedAndTimesLimitThem() async throws {
        try await importWalk()
        let strict = try await files.survey("export", "s.gpkg", "--bgeigie", "x.log", "--max-accuracy", "1m")
        #expect(strict.lines.first?.hasPrefix("x.log: 0 rows; left out: ") == true)
        #expect(strict.lines.first?.contains("not known to be accurate to 1 m (--max-accuracy)") == true)
        let short = try await files.survey(
            "export", "s.gpkg", "--csv", "x.csv", "--from", "2024-03-01T00:01:00Z", "--until", "2024-03-01T00:02Z")
        // 12 middles in a minute, of `cpm`, `dose`, `total` and `counts` each.
        #expect(short.lines == ["x.csv: 48 rows", "352 samples outside of --from and --until"])
    }

    @Test func aSurveyThatIsNeverPublishedBecomesNoLog() async throws {
        try await importWalk(lines: 20, "--no-upload")
        for arguments in [[], ["--all"]] {
            let found = try await files.survey(["export", "s.gpkg", "--bgeigie", "x.log"] + arguments)
            #expect(found.status == 65 && found.errors.count == 1)
            #expect(found.errors[0].contains("is not for upload (`waldo survey show` says why)"))
        }
        #expect(try await files.survey("export", "s.gpkg", "--csv", "x.csv").status == 0)
    }

    @Test func whatCannotBeExportedIsOneSentence() async throws {
        try await importWalk(lines: 20)
        let cases: [([String], CInt, String)] = [
            (["--csv", "walk.LOG"], 74, "never overwritten"), (["--csv", "/dev/full"], 74, "the disk is full"),
            (["--csv", "x", "--run", "9"], 66, "its runs are 1"),
            (["--csv", "x", "--survey", "9"], 66, "there is no survey 9 in it (1 “walk.LOG”)"),
            ([], 64, "nothing to write"), (["--csv", "x", "--gpx", "x"], 64, "the same file"),
            (["--csv", "x", "--all"], 64, "belong to --bgeigie"), (["--csv", "x", "--from", "monday"], 64, "--from"),
        ]
        for (arguments, status, sentence) in cases {
            let found = try await files.survey(["export", "s.gpkg"] + arguments)
            #expect(found.status == status && found.errors.joined().contains(sentence), "\(arguments): \(found)")
        }
        #expect(!FileManager.default.fileExists(atPath: files.path("x")))
    }

    @Test func notesAndTagsComeAndGo() async throws {
        try await importWalk(lines: 20)
        #expect(
            try await files.survey("note", "s.gpkg", "rain from 11 on").lines == [
                "s.gpkg: note 1 added to survey 1 “walk.LOG”"
            ])
        #expect(
            try await files.survey("tag", "s.gpkg", "garden").lines == [
                "s.gpkg: survey 1 “walk.LOG” has the tag “garden” now"
            ])
        let shown = try await files.survey("show", "s.gpkg").lines
        #expect(shown.contains { $0.hasSuffix("rain from 11 on") } && shown.contains { $0.hasSuffix("garden") })
        #expect(try await files.survey("note", "s.gpkg", "--delete", "1").lines == ["s.gpkg: note 1 deleted"])
        #expect(try await files.survey("note", "s.gpkg", "--delete", "1").status == 66)
        #expect(try await files.survey("tag", "s.gpkg", "garden", "--remove").status == 0)
        #expect(try await files.survey("tag", "s.gpkg", "garden", "--remove").status == 66)
    }

    @Test func deletingIsUndoneAndPruningIsNot() async throws {
        try await importWalk(lines: 20)
        #expect(try await files.survey("delete", "s.gpkg", "--survey", "1").status == 0)
        let listed = try await files.survey("list", "s.gpkg").lines
        #expect(listed.count == 1 && listed[0].hasSuffix("deleted"))
        #expect(try await files.survey("delete", "s.gpkg", "--survey", "1", "--undo").status == 0)
        #expect(try await files.survey("list", "s.gpkg").lines.count == 1)
        let asked = try await files.survey("prune", "s.gpkg", "--survey", "1")
        #expect(asked.status == 64 && asked.errors.count == 1)
        // 23 lines, a row of the clock and the end.
        #expect(asked.errors[0].contains("25 raw rows of survey 1 “walk.LOG” would be deleted for good"))
        #expect(try await files.survey("process", "s.gpkg", "--verify").lines.count == 1)
        let done = try await files.survey("prune", "s.gpkg", "--survey", "1", "--yes")
        #expect(done.lines == ["s.gpkg: 25 raw rows of survey 1 “walk.LOG” deleted"])
        let raw = try await files.survey("export", "s.gpkg", "--bgeigie", "x.log", "--all")
        #expect(raw.status == 65 && raw.errors[0].contains("pruned"))
        #expect(try await files.survey("export", "s.gpkg", "--csv", "x.csv").lines == ["x.csv: 80 rows"])
        #expect(try await files.survey("check", "s.gpkg").status == 0)
    }
}
