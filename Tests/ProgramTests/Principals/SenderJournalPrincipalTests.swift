import Glibc
import Testing
import WaldoTestSupport
import WaldoTesting

/// What somebody can do who leaves a file beside a survey where SQLite looks for its journal or its log.
@Suite(.serialized) struct SenderJournalPrincipalTests {
    private let record = AttemptRecord(of: "SenderJournalPrincipalTests")

    @Test func aSenderCanDoWhatThePageSays() async throws {
        let file = try await HostileFile()
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
            did: try await file.files.survey("show", held).status == 0, "Anything but a regular file is refused.")
        try record.compareWithPage()
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
}
