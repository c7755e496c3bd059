import Foundation
import Glibc
import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoApp

/// What somebody can do whose file another person opens.
@Suite(.serialized) struct SenderPrincipalTests {
    private let record = AttemptRecord(of: "SenderPrincipalTests")

    @Test func aSenderCanDoWhatThePageSays() async throws {
        let file = try await HostileFile()
        try await triggers(file)
        try await bounds(file)
        try await words(file)
        try await drive(file)
        try await beside(file)
        try await panel(file)
        try await others(file)
        try await additions(file)
        try record.compareWithPage()
    }

    private func triggers(_ file: HostileFile) async throws {
        let count = "SELECT count(*) FROM reading"
        let deleting = try file.make(
            "deleting.gpkg",
            "DROP TRIGGER reading_no_delete; CREATE TRIGGER evil AFTER INSERT ON run BEGIN DELETE FROM reading; END")
        let process = try await file.files.survey("process", deleting)
        let kept = try file.number(count, in: deleting)
        try #require(try file.number(count, in: "s.gpkg") ?? 0 > 0)
        record.add(
            .sender, "delete readings once the survey is processed", may: false,
            did: try file.number(count, in: "s.gpkg") != kept || process.status != 65,
            "Refused: the trigger is named, and how it is removed.")
        let lifting = try file.make(
            "lifting.gpkg",
            """
            UPDATE survey SET upload = 0;
            CREATE TRIGGER evil AFTER INSERT ON note BEGIN UPDATE survey SET upload = 1; END
            """)
        let note = try await file.files.survey("note", lifting, "seen")
        let upload = try file.number("SELECT upload FROM survey", in: lifting)
        record.add(
            .sender, "have a survey uploaded that is marked against it", may: false,
            did: note.status != 65 || upload != 0,
            "Refused likewise.")
    }

    /// Whether a command needs over 150 MB for a file, or takes it.
    private func fills(_ words: [String], in file: HostileFile) async throws -> Bool {
        let child = try ChildProcess(
            "/bin/sh",
            [
                "-c", "ulimit -d 150000; cd \"$0\"; exec \"$@\"", file.files.folder.path,
                try BuiltProgram.path("waldo"),
                "survey",
            ] + words)
        defer { child.close() }
        let status = try await child.exitStatus(within: .seconds(60))
        return status != 65 || !child.errorLines.contains { $0.contains("more than 4 MB") }
    }

    private func bounds(_ file: HostileFile) async throws {
        let endless = try file.make("endless.gpkg", HostileFile.endlessView(for: "sample"))
        let titled = try file.make("titled.gpkg", HostileFile.title(of: 200 << 20))
        var isHeld = false, isFilled = false
        for words in [["show"], ["check"], ["process"]] {
            isHeld = try await file.files.survey([words[0], endless]).status != 65 || isHeld
            isFilled = try await fills([words[0], titled], in: file) || isFilled
        }
        record.add(
            .sender, "hold up a command by a view that never ends", may: false, did: isHeld,
            "Refused before a row is read: the view is named.")
        record.add(
            .sender, "take the memory by a title of 200 MB", may: false,
            did: isFilled,
            "Refused: a text or blob has at most 4 MB.")
        let sparse = try file.make("sparse.gpkg", "SELECT 1"), size = off_t(1) << 43
        try #require(truncate(file.files.path(sparse), size) == 0)
        let log = try file.files.folder.write("", to: sparse + "-wal")
        try #require(truncate(log, size) == 0)
        var isEnded = false
        for words in [["show"], ["check"]] {
            isEnded = try await file.files.survey([words[0], sparse]).status > 128 || isEnded
        }
        record.add(
            .sender, "crash or hold up a command by a file that is longer than it is stored", may: false, did: isEnded,
            "What is stored counts: times and sizes are bounded by it.")
    }

    private func words(_ file: HostileFile) async throws {
        let title = try file.make("title.gpkg", "UPDATE survey SET title = char(27) || ']0;x' || char(7)")
        let trigger = try file.make(
            "trigger.gpkg", "CREATE TRIGGER \"\u{1b}]0;x\u{7}\" AFTER INSERT ON note BEGIN SELECT 1; END")
        let layer = try file.make(
            "layer.gpkg",
            """
            INSERT INTO gpkg_contents (table_name, data_type, identifier)
            VALUES (char(27) || ']0;x' || char(7), 'features', 'z')
            """)
        var obeys = false
        for words in [
            ["show", title], ["list", title], ["report", title], ["check", title], ["check", trigger],
            ["check", layer],
            ["note", trigger, "seen"],
        ] {
            let found = try await file.files.survey(words)
            try #require([0, 65].contains(found.status), "\(found)")
            obeys = obeys || (found.lines + found.errors).contains { $0.utf8.contains(27) || $0.utf8.contains(7) }
        }
        record.add(
            .sender, "write to the terminal what it obeys", may: false, did: obeys,
            "Control characters are shown as escapes.")
    }

    private func drive(_ file: HostileFile) async throws {
        let endless = try file.make("session.gpkg", HostileFile.endlessView(for: "session"))
        let sessions = try file.make(
            "sessions.gpkg",
            """
            WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 400099)
            INSERT INTO session (id, survey, boot) SELECT i, 1, 'b' FROM n
            """)
        var begins = false
        for survey in [endless, sessions] {
            let child = try ChildProcess(
                try BuiltProgram.path("waldo"),
                ["drive", "--override", "--input", "demo", "--sensor", "demo", "--survey", survey, "--plain"],
                in: file.files.folder.path)
            defer { child.close() }
            begins = try await child.exitStatus(within: .seconds(60)) != 65 || begins
        }
        record.add(
            .sender, "hold up a drive that records into the file", may: false, did: begins,
            "The drive does not begin. A helper opens the file first; it has at most 1,000 sessions that were never ended."
        )
    }

    private func beside(_ file: HostileFile) async throws {
        let survey = try file.make("journal.gpkg", "PRAGMA journal_mode = DELETE")
        let victim = try file.files.folder.write("mine", to: "victim")
        try StrangersJournal(beside: file.files.path(survey)).write(naming: victim)
        for words in [["show", survey], ["tag", survey, "seen"], ["tag", survey, "again"]] {
            _ = try await file.files.survey(words)
        }
        record.add(
            .sender, "have another file deleted by a journal beside the survey", may: false,
            did: access(victim, F_OK) != 0, "A journal that is not Waldo's is refused.")
        let kept = try file.make("kept.gpkg", "PRAGMA journal_mode = DELETE"),
            other = try file.make("other.gpkg", "UPDATE survey SET title = 'evil'")
        try StrangersJournal(beside: file.files.path(kept), from: file.files.path(other)).writeAll()
        let noted = try await file.files.survey("note", kept, "seen")
        unlink(file.files.path(kept + "-journal"))
        let listed = try await file.files.survey("list", kept).lines
        record.add(
            .sender, "replace a survey by a journal that comes to lie beside it", may: false,
            did: noted.status == 0 || listed.contains { $0.contains("evil") },
            "Waldo leaves journals of a few bytes of page 1 alone: any other is refused.")
        try await log(file)
        let held = try file.make("held.gpkg", "PRAGMA journal_mode = DELETE")
        try #require(mkfifo(file.files.path(held + "-journal"), 0o600) == 0)
        record.add(
            .sender, "hold up a command by a FIFO beside the survey", may: false,
            did: try await file.files.survey("show", held).status == 0, "What is no file is refused by its name.")
    }

    /// Leaves the log of a copy beside a file.
    private static let logger = """
        import os, shutil, sqlite3, sys
        copy = sys.argv[1] + ".copy"
        shutil.copy(sys.argv[1], copy)
        database = sqlite3.connect(copy)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE strangers (id INTEGER PRIMARY KEY)")
        database.commit()
        shutil.copy(copy + "-wal", sys.argv[1] + "-wal")
        """

    private func log(_ file: HostileFile) async throws {
        let survey = try file.make("closed.gpkg", "PRAGMA journal_mode = DELETE")
        let logger = try ChildProcess("/usr/bin/python3", ["-c", Self.logger, file.files.path(survey)])
        defer { logger.close() }
        try #require(try await logger.exitStatus() == 0, "\(logger.errorLines)")
        record.add(
            .sender, "replace a survey by the log of another that comes to lie beside it", may: false,
            did: try await file.files.survey("show", survey).status == 0,
            "A log beside a file that was closed is refused.")
    }

    private func panel(_ file: HostileFile) async throws {
        ForeignFiles.useHelpers(of: try BuiltProgram.path("waldo"))
        let files = try SurveyFiles()
        try FileManager.default.copyItem(atPath: file.files.path("s.gpkg"), toPath: files.path("s.gpkg"))
        for (name, statements) in [
            ("a.gpkg", HostileFile.endlessView(for: "survey")), ("b.gpkg", HostileFile.title(of: 5 << 20)),
            (
                "c.gpkg",
                "CREATE TEMP TABLE c AS SELECT * FROM survey;"
                    + (2...301).map {
                        "UPDATE c SET id = \($0), uuid = '\($0)', started = 253370764800000000;"
                            + "INSERT INTO survey SELECT * FROM c;"
                    }.joined()
            ),
        ] {
            let made = try file.make(name, statements)
            try FileManager.default.moveItem(atPath: file.files.path(made), toPath: files.path(name))
        }
        let listed = SurveyFolder(path: files.folder.path).items().items
        record.add(
            .sender, "hide others' surveys in the panel's list", may: false,
            did: !listed.contains { $0.file == "s.gpkg" },
            "The newest of each file comes first, the future last; a late file comes behind the others.")
        try RawDatabase.execute(
            """
            CREATE TABLE metadata (name TEXT, value TEXT);
            CREATE TABLE t (a);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) INSERT INTO t SELECT i FROM n;
            CREATE VIEW tiles AS SELECT t0.a zoom_level, t1.a tile_column, t2.a tile_row, t3.a tile_data
                FROM t t0, t t1, t t2, t t3, t t4, t t5, t t6 WHERE t0.a + t6.a < 0;
            """, in: files.path("t.mbtiles"))
        var isRead = true
        do { try FileHelper.once(FileJob(files.path("t.mbtiles"), .tiles)) } catch { isRead = false }
        record.add(
            .sender, "hold up a drive by an MBTiles file whose pictures never end", may: false, did: isRead,
            "A helper reads it, and is ended after its time; nothing that moves waits.")
    }

    /// Whether a command takes a file, or crashes.
    private func takes(_ words: [String], in file: HostileFile) async throws -> Bool {
        let child = try ChildProcess(try BuiltProgram.path("waldo"), words, in: file.files.folder.path)
        defer { child.close() }
        return try await child.exitStatus(within: .seconds(60)) != 65
    }

    private func others(_ file: HostileFile) async throws {
        let nested = String(repeating: "[", count: 200_000)
        try file.files.folder.write(#"{"type":"FeatureCollection","features":"# + nested, to: "roads.geojson")
        record.add(
            .sender, "crash a command by GeoJSON of 200,000 levels", may: false,
            did: try await takes(["survey", "map", "s.gpkg", "--svg", "m.svg", "--roads", "roads.geojson"], in: file),
            "Refused: levels, numbers and bytes are bounded.")
        try file.files.folder.write(#"{"waldo":1,"x":"# + nested + "\n", to: "r.jsonl")
        record.add(
            .sender, "crash a command by a recording of 200,000 levels", may: false,
            did: try await takes(["log", "r.jsonl"], in: file), "Refused: a line has 1 MB and 16 levels at most.")
        let log = try file.files.folder.write("", to: "sparse.LOG")
        try #require(truncate(log, off_t(9) << 30) == 0)
        record.add(
            .sender, "hold up an import by a log of 9 GB that is stored in nothing", may: false,
            did: try await takes(["survey", "import", "sparse.LOG", "--to", "t.gpkg"], in: file),
            "Refused: a log has 8 GB at most.")
        try Data([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3] + [UInt8](repeating: 0, count: 1_000)).write(
            to: URL(filePath: file.files.path("bomb.LOG.gz")))
        record.add(
            .sender, "have an archive unpacked that fills the disk", may: false,
            did: try await takes(["survey", "import", "bomb.LOG.gz", "--to", "t.gpkg"], in: file),
            "Refused by its kind. Of a pipe half of what is free is kept at most.")
    }

    private func additions(_ file: HostileFile) async throws {
        let styled = try file.make(
            "styled.gpkg",
            """
            CREATE VIEW high AS SELECT * FROM sample_world;
            INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES ('high', 'attributes', 'high');
            """)
        let check = try await file.files.survey("check", styled),
            note = try await file.files.survey("note", styled, "seen")
        record.add(
            .sender, "add views, layers and styles in QGIS", may: true, did: check.status == 0 && note.status == 0,
            "They stay, and the file is read and written as before.")
    }
}
