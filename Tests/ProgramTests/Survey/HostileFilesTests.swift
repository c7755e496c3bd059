import Foundation
import Glibc
import Testing
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoSurvey
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoApp

/// What somebody can do who sends a file: nothing of it runs in a command, in a drive or in its panel, and nothing of
/// it takes their time or their memory.
@Suite(.onLoop, .serialized) struct HostileFilesTests {
    init() throws { ForeignFiles.useHelpers(of: try BuiltProgram.path("waldo")) }

    private static let reading = [
        ["list"], ["show"], ["check"], ["report"], ["process", "--verify"], ["export", "--csv", "t.csv"],
        ["map", "--svg", "t.svg"], ["source"],
    ]
    private static let writing = [["process"], ["note", "seen"], ["tag", "seen"], ["delete", "--survey", "1"]]

    private func run(_ arguments: [String], on name: String, of file: HostileFile) async throws -> SurveyFiles.Outcome {
        for rest in ["t.csv", "t.svg"] { try? FileManager.default.removeItem(atPath: file.files.path(rest)) }
        return try await file.files.survey([arguments[0], name] + arguments.dropFirst())
    }

    @Test(arguments: ["survey", "run", "sample", "note", "waldo_schema"])
    func aViewThatNeverEndsEndsEachCommand(_ table: String) async throws {
        let file = try await HostileFile(), name = try file.make("t.gpkg", HostileFile.endlessView(for: table))
        for arguments in Self.reading + Self.writing {
            let found = try await run(arguments, on: name, of: file)
            #expect(found.status == 65, "\(arguments): \(found)")
            #expect(found.errors.last?.contains("`\(table)` is a view") == true, "\(arguments): \(found)")
        }
    }

    @Test func aTriggerMakesProcessDeleteNothing() async throws {
        let file = try await HostileFile()
        let name = try file.make(
            "t.gpkg",
            "DROP TRIGGER reading_no_delete; CREATE TRIGGER evil AFTER INSERT ON run BEGIN DELETE FROM reading; END")
        let before = try file.number("SELECT count(*) FROM reading", in: name)
        let found = try await run(["process"], on: name, of: file)
        #expect(found.status == 65 && found.errors.last?.contains("“evil” on `run`") == true, "\(found)")
        #expect(try file.number("SELECT count(*) FROM reading", in: name) == before && before ?? 0 > 0)
        let check = try await run(["check"], on: name, of: file)
        #expect(check.status == 65 && check.errors.contains { $0.contains("“evil”") }, "\(check)")
        // It can be looked at all the same.
        #expect(try await run(["show"], on: name, of: file).status == 0)
    }

    @Test func aTriggerLiftsNoMark() async throws {
        let file = try await HostileFile()
        let name = try file.make(
            "t.gpkg",
            """
            UPDATE survey SET upload = 0;
            CREATE TRIGGER evil AFTER INSERT ON note BEGIN UPDATE survey SET upload = 1; END
            """)
        let found = try await run(["note", "seen"], on: name, of: file)
        #expect(found.status == 65 && found.errors.last?.contains("“evil” on `note`") == true, "\(found)")
        #expect(try file.number("SELECT upload FROM survey", in: name) == 0)
        #expect(try file.number("SELECT count(*) FROM note", in: name) == 0)
    }

    @Test func aTitleOverTheBoundIsNotRead() async throws {
        let file = try await HostileFile(), name = try file.make("t.gpkg", HostileFile.title(of: 50 << 20))
        for arguments in Self.reading + Self.writing {
            let found = try await run(arguments, on: name, of: file)
            #expect(found.status == 65, "\(arguments): \(found)")
            #expect(found.errors.last?.contains("more than 4 MB") == true, "\(arguments): \(found)")
        }
    }

    @Test(
        arguments: [
            HostileFile.endlessView(for: "session"), HostileFile.title(of: 5 << 20),
            "CREATE TRIGGER evil AFTER INSERT ON session BEGIN DELETE FROM reading; END",
        ]) func aDriveDoesNotBeginWithSuchAFile(_ statements: String) async throws
    {
        let file = try await HostileFile()
        try file.make("t.gpkg", statements)
        let waldo = try ChildProcess(
            try BuiltProgram.path("waldo"),
            ["drive", "--override", "--input", "demo", "--sensor", "demo", "--survey", "t.gpkg", "--plain"],
            in: file.files.folder.path)
        defer { waldo.close() }
        #expect(try await waldo.exitStatus(within: .seconds(60)) == 65, "\(waldo.lines) \(waldo.errorLines)")
        #expect(waldo.errorLines.contains { $0.contains("t.gpkg: ") }, "\(waldo.errorLines)")
    }

    // MARK: the helper

    private func helped(_ job: FileJob, by program: String? = nil) throws -> Result<[UInt8], Failed> {
        let helper = FileHelper(program: try program ?? BuiltProgram.path("waldo"))
        do { return .success(try helper.ask(job)) } catch { return .failure(Failed(text: error.description)) }
    }

    private struct Failed: Error { let text: String }

    @Test func aHelperReadsWhatIsAskedFor() async throws {
        let file = try await HostileFile(), path = file.files.path("s.gpkg")
        var surveys = PacketReader(try helped(FileJob(path, .surveys)).get())
        let items = try surveys.list(limit: 10) { (packet) throws(PacketReader.Malformed) in
            try SurveyFolder.Item(&packet, path: path)
        }
        let item = try #require(items.first)
        #expect(items.count == 1 && item.file == "s.gpkg" && item.samples > 0 && item.system == .world)
        let opened = try OpenedSurvey(item)
        #expect(opened.slot.streams.count > 0 && opened.slot.plane != nil && opened.slot.utc != nil)
        #expect(opened.slot.levels(of: 0).count >= 0 && opened.slot.streams.indices.contains(opened.slot.preferred))
        let series = try opened.series(0)
        #expect(series.end == opened.slot.counts[0].samples)
        let said = try helped(FileJob(path, .note(survey: 1, "seen\nin two lines"))).get()
        #expect(String(decoding: said, as: UTF8.self).contains("note 1 added"))
        #expect(try file.number("SELECT count(*) FROM note WHERE text LIKE 'seen%lines'", in: "s.gpkg") == 1)
    }

    @Test func aHelperThatIsHeldUpIsGivenUp() async throws {
        let folder = try TemporaryFolder(), path = try endlessTiles(in: folder), began = meteredNow()
        guard case .failure(let failed) = try helped(FileJob(path, .tiles)) else {
            Issue.record("it was read")
            return
        }
        #expect(failed.text.contains("exceeds the time limit") || failed.text.contains("took longer"), "\(failed.text)")
        expectInTime(since: began, within: .seconds(30))
    }

    /// A map whose tiles are a join of a table with itself, ten times: no recursion, and no end either.
    private func endlessTiles(in folder: TemporaryFolder) throws -> String {
        let tables = (0..<10).map { "t t\($0)" }.joined(separator: ", "), path = folder.path + "/t.mbtiles"
        try RawDatabase.execute(
            """
            CREATE TABLE metadata (name TEXT, value TEXT);
            CREATE TABLE t (a);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) INSERT INTO t SELECT i FROM n;
            CREATE VIEW tiles AS SELECT t0.a zoom_level, t1.a tile_column, t2.a tile_row, t3.a tile_data
                FROM \(tables) WHERE t0.a + t9.a < 0;
            """, in: path)
        return path
    }

    @Test func oneThatCannotBeStartedIsNoFaultOfTheFile() throws {
        guard case .failure(let failed) = try helped(FileJob("x.gpkg", .surveys), by: "/nowhere/waldo") else {
            Issue.record("it was read")
            return
        }
        #expect(failed.text.hasPrefix("the process that reads files cannot be started: "), "\(failed.text)")
        #expect(!failed.text.contains("x.gpkg"))
    }

    @Test func aHelperHasNoneOfTheDrivesSecrets() {
        let names = ForeignFiles.environment.map { $0.prefix { $0 != "=" } }
        #expect(names.contains("HOME") == (getenv("HOME") != nil))
        #expect(!names.contains { $0.hasPrefix("WALDO") || $0.hasPrefix("PG") || $0 == "PATH" }, "\(names)")
    }

    /// A helper within a job that takes 5 s, whose parent has closed the pipe, and then is killed.
    @Test func aHelperHasLimitsGainsNoRightsAndEndsWithItsParent() async throws {
        let folder = try TemporaryFolder()
        let job = FileJob(try endlessTiles(in: folder), .tiles).packet.bytes
        try Data(Array("\(job.count)\n".utf8) + job).write(to: URL(filePath: folder.path + "/job"))
        let shell = try ChildProcess(
            "/bin/sh",
            [
                // Where the machine lets crashes leave files, a helper's leave none.
                "-c",
                "ulimit -S -c \"$(ulimit -H -c)\"; cat job | \"$0\" read-foreign-files > answer & echo $! > pid.new; "
                    + "mv pid.new pid; wait",
                try BuiltProgram.path("waldo"),
            ], in: folder.path)
        defer { shell.close() }
        let helper = try await waitUntil("the helper") {
            (try? folder.read("pid")).flatMap { pid_t($0.prefix { $0.isNumber }) }
        }
        try await waitUntil("its job") {
            (try? readFile("/proc/\(helper)/status"))?.contains("NoNewPrivs:\t1") == true ? true : nil
        }
        func limit(_ name: String) -> UInt64? {
            let line = try? readFile("/proc/\(helper)/limits").split(separator: "\n").first { $0.hasPrefix(name) }
            return line.flatMap { UInt64($0.dropFirst(name.count).split(separator: " ")[0]) }
        }
        // The last one is set for the job.
        try await waitUntil("the limit of its time") { limit("Max cpu time").map { $0 < 30 } == true ? true : nil }
        #expect(limit("Max core file size") == 0 && (limit("Max address space") ?? .max) < 3 << 30)
        let began = meteredNow()
        kill(shell.pid, SIGKILL)
        try await waitUntil("its end") {
            kill(helper, 0) != 0 || (try? readFile("/proc/\(helper)/stat"))?.contains(") Z ") != false ? true : nil
        }
        expectInTime(since: began, within: .seconds(3))
        #expect(try folder.read("answer").isEmpty)
    }

    // MARK: names

    /// SQLite reads `file:` as the beginning of a URI, whose parameters would choose the file, its locks and its
    /// system.
    @Test func aNameThatLooksLikeAURIIsAName() async throws {
        let file = try await HostileFile(), decoy = "file:s.gpkg?vfs=unix&nolock=1&x=.gpkg"
        let whole = try Data(contentsOf: URL(filePath: file.files.path("s.gpkg")))
        try Data(String(repeating: "no database\n", count: 200).utf8).write(to: URL(filePath: file.files.path(decoy)))
        for arguments in Self.reading + Self.writing {
            let found = try await run(arguments, on: decoy, of: file)
            #expect(found.status == 65, "\(arguments): \(found)")
            #expect(found.errors.last?.contains("not a GeoPackage") == true, "\(arguments): \(found)")
        }
        try FileManager.default.removeItem(atPath: file.files.path(decoy))
        try file.make(decoy, "SELECT 1")
        #expect(try await run(["note", "seen"], on: decoy, of: file).status == 0)
        #expect(try await run(["show"], on: decoy, of: file).status == 0)
        #expect(try Data(contentsOf: URL(filePath: file.files.path("s.gpkg"))) == whole)
        #expect(try file.number("SELECT count(*) FROM note", in: decoy) == 1)
    }

    @Test func aHelperOfNothingEnds() async throws {
        for input in ["", "x\n", "0\n", "99999999\n", "5\nhello"] {
            let waldo = try ChildProcess(
                "/bin/sh",
                ["-c", "printf '%s' \"$1\" | \"$0\" read-foreign-files", try BuiltProgram.path("waldo"), input])
            defer { waldo.close() }
            #expect(try await waldo.exitStatus(within: .seconds(10)) == 0 && waldo.lines.isEmpty, "\(waldo.errorLines)")
        }
    }
}
