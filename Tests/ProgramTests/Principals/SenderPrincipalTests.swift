import Testing
import WaldoTestSupport

/// What somebody can do whose file another person opens.
@Suite(.serialized) struct SenderPrincipalTests {
    private let record = AttemptRecord(of: "SenderPrincipalTests")

    @Test func aSenderCanDoWhatThePageSays() async throws {
        let file = try await HostileFile()
        try await triggers(file)
        try await bounds(file)
        try await words(file)
        try await drive(file)
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

    private func bounds(_ file: HostileFile) async throws {
        let endless = try file.make("endless.gpkg", HostileFile.endlessView(for: "sample"))
        let titled = try file.make("titled.gpkg", HostileFile.title(of: 50 << 20))
        var isHeld = false, isFilled = false
        for words in [["show"], ["check"], ["process"]] {
            isHeld = try await file.files.survey([words[0], endless]).status != 65 || isHeld
            isFilled = try await file.files.survey([words[0], titled]).status != 65 || isFilled
        }
        record.add(
            .sender, "hold up a command by a view that never ends", may: false, did: isHeld,
            "Refused before a row is read: the view is named.")
        record.add(
            .sender, "take the memory by a title of 50 MB", may: false, did: isFilled,
            "Refused: a text or blob has at most 4 MB.")
    }

    private func words(_ file: HostileFile) async throws {
        let escaping = try file.make("escaping.gpkg", "UPDATE survey SET title = char(27) || ']0;x' || char(7)")
        let show = try await file.files.survey("show", escaping)
        try #require(show.status == 0, "\(show)")
        record.add(
            .sender, "write to the terminal what it obeys", may: false,
            did: show.lines.contains { $0.utf8.contains(27) || $0.utf8.contains(7) },
            "Control characters are shown as escapes.")
    }

    private func drive(_ file: HostileFile) async throws {
        let session = try file.make("session.gpkg", HostileFile.endlessView(for: "session"))
        let child = try ChildProcess(
            try BuiltProgram.path("waldo"),
            ["drive", "--override", "--input", "demo", "--sensor", "demo", "--survey", session, "--plain"],
            in: file.files.folder.path)
        defer { child.close() }
        record.add(
            .sender, "hold up a drive that records into the file", may: false,
            did: try await child.exitStatus(within: .seconds(60)) != 65,
            "The drive does not begin.")
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
