import Glibc
import Testing
import WaldoTestSupport
import WaldoTesting

/// What the sender of a survey can do to somebody who opens it with commands.
@Suite(.serialized) struct SenderCommandPrincipalTests {
    private let record = AttemptRecord(of: "SenderCommandPrincipalTests")

    @Test func aSenderCanDoWhatThePageSays() async throws {
        let file = try await HostileFile()
        try await triggers(file)
        try await bounds(file)
        try await words(file)
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
