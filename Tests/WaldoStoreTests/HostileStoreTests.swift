import Foundation
import Glibc
import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// Stores whose schema the sender changed: nothing of theirs runs, what is foreign is named, and what
/// QGIS and GDAL are known to add is taken.
struct HostileStoreTests {
    private let store: TamperedStore

    init() throws { store = try TamperedStore() }

    private func error(_ body: () throws -> Void) -> StoreError? {
        do { try body() } catch { return error as? StoreError }
        return nil
    }

    private func rows(_ table: String, in path: String) throws -> Int64? {
        try Connection(path, for: .reading, patience: 1).number("SELECT count(*) FROM \(table)")
    }

    private func changed(_ statements: String) throws -> String {
        let path = try store.copy([])
        let connection = try Connection(path, for: .writing, patience: 1)
        defer { connection.close() }
        try connection.execute(statements)
        return path
    }

    private static let run = RunDescription(sensor: "s", version: "2")

    @Test func aTriggerOnRunDeletesNoReadings() throws {
        let path = try changed(
            "CREATE TRIGGER evil AFTER INSERT ON run BEGIN DELETE FROM reading; END")
        let refusal = error {
            let editor = try StoreEditor(path: path)
            try editor.addRun(session: 1, Self.run, made: 1) { _, _ in }
        }
        #expect(refusal?.kind == .foreign && refusal?.sentence.contains("trigger “evil” on `run`") == true)
        #expect(refusal?.sentence.contains("`DROP TRIGGER \"evil\"`") == true)
        #expect(try rows("reading", in: path) == 3)
        // What is there can be looked at, and `check` says what is wrong.
        let reader = try StoreReader(path: path)
        #expect(try reader.surveys().count == 1)
        #expect(try reader.check().contains { $0.contains("“evil”") })
    }

    @Test func aTriggerOnNoteLiftsNoMark() throws {
        let path = try changed(
            "CREATE TRIGGER evil AFTER INSERT ON note BEGIN UPDATE survey SET upload = 1; END")
        let refusal = error { try StoreEditor(path: path).addNote("seen", to: 1, at: 1) }
        #expect(refusal?.kind == .foreign)
        #expect(try StoreReader(path: path).surveys().first?.description.allowsUpload == false)
        #expect(error { _ = try StoreWriter.append(path: path, description: Fixtures.description) }?.kind == .foreign)
    }

    @Test(arguments: [
        "DROP TRIGGER reading_no_delete; CREATE TRIGGER reading_no_delete BEFORE DELETE ON reading BEGIN SELECT 1; END",
        "CREATE TRIGGER rtree_run_x_insert AFTER INSERT ON run WHEN NEW.id NOT NULL BEGIN DELETE FROM reading; END",
        """
        CREATE TRIGGER "rtree_run_x_insert" AFTER INSERT ON "run" WHEN NEW."id" NOT NULL
        BEGIN DELETE FROM "rtree_run_x" WHERE id = OLD."id"; UPDATE survey SET upload = 1; END
        """,
        """
        CREATE TRIGGER rtree_run_x_insert AFTER INSERT ON run WHEN NEW.id IN (SELECT id FROM reading)
        BEGIN INSERT INTO rtree_run_x VALUES (NEW.id); END
        """,
        "CREATE VIRTUAL TABLE evil USING rtree (id, low, high)",
        "CREATE UNIQUE INDEX evil ON note (survey)", "CREATE INDEX \"evil\" ON [note] (text)",
        "CREATE TRIGGER evil AFTER INSERT ON main.note BEGIN DELETE FROM sample; END",
        "CREATE TRIGGER evil AFTER INSERT ON 'NOTE' BEGIN DELETE FROM sample; END",
        "CREATE TABLE t (a); DROP TRIGGER fix_no_update; CREATE TRIGGER fix_no_update AFTER INSERT ON t BEGIN SELECT 1; END",
        """
        CREATE TABLE t (a);
        DROP TRIGGER rtree_sample_world_geom_insert;
        CREATE TRIGGER rtree_sample_world_geom_insert AFTER INSERT ON t BEGIN SELECT 1; END
        """,
    ]) func whatWouldRunOrGetInTheWayIsRefused(_ statement: String) throws {
        let path = try changed(statement)
        #expect(error { _ = try StoreEditor(path: path) }?.kind == .foreign)
        #expect(try !StoreReader(path: path).check().isEmpty)
    }

    /// Each would delete the survey's samples if it ran. The key passes a deletion on to the other table where keys are
    /// on.
    @Test(arguments: [
        "CREATE TRIGGER evil AFTER INSERT ON t BEGIN DELETE FROM sample; END",
        "CREATE TRIGGER [on] BEFORE UPDATE OF a ON \"t\" BEGIN DELETE FROM sample; END",
        "CREATE TRIGGER evil AFTER DELETE ON t BEGIN DELETE FROM sample; END",
        "CREATE VIEW high AS SELECT 1 a; CREATE TRIGGER evil INSTEAD OF INSERT ON high BEGIN DELETE FROM sample; END",
    ]) func aTriggerOnATableThatWaldoNeverWritesStaysAndNeverRuns(_ statement: String) throws {
        let path = try changed(
            """
            CREATE TABLE t (a INTEGER REFERENCES sample_world(id) ON DELETE CASCADE ON UPDATE CASCADE);
            INSERT INTO t SELECT id FROM sample_world;
            \(statement)
            """)
        let (samples, others) = (try rows("sample", in: path), try rows("t", in: path))
        try #require(samples == 4 && others == 1)
        let editor = try StoreEditor(path: path)
        try editor.addNote("seen", to: 1, at: 1)
        try editor.addRun(session: 1, Self.run, made: 1) { (writer, _) in
            var writer = writer
            Fixtures.give(to: &writer)
        }
        try editor.prune([1], at: 1)
        try editor.close()
        let writer = try StoreWriter.append(path: path, description: Fixtures.description)
        #expect(writer.finish(within: .seconds(60)))
        #expect(try rows("sample", in: path) == 8 && rows("t", in: path) == 1)
        #expect(try !StoreReader(path: path).check().contains { $0.contains("trigger") })
    }

    @Test(
        arguments: TableRules.all.map(\.table) + [
            "waldo_schema", "sample_world", "sample_arm", "gpkg_contents", "gpkg_extensions", "layer_styles",
            "rtree_sample_world_geom",
        ]) func aViewInPlaceOfATableIsNamedAndNeverRead(_ table: String) throws
    {
        let path = try changed(
            """
            PRAGMA legacy_alter_table = ON;
            ALTER TABLE \(table) RENAME TO old;
            CREATE VIEW \(table) AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
            SELECT old.* FROM old, n;
            """)
        for open in [{ _ = try StoreReader(path: path) }, { _ = try StoreEditor(path: path) }] {
            let refusal = error(open)
            #expect(refusal?.kind == .foreign, "\(refusal as Any)")
            #expect(refusal?.sentence.contains("`\(table)` is a view") == true, "\(refusal as Any)")
        }
    }

    @Test(arguments: [
        // SQLite refuses a table of another name, and takes statements that it would not write so.
        ("CREATE TABLE pag", "the file is damaged (malformed database schema (gap))"),
        ("CREATE/**/TABLE gap", "“gap” of its schema is not what it is called"),
    ]) func aTableThatIsNotWhatItsSchemaSaysIsRefused(_ creation: String, _ sentence: String) throws {
        let path = try store.copy([])
        try TamperedStore.changeSchema(of: path) { connection in
            try connection.execute(
                "UPDATE sqlite_master SET sql = replace(sql, 'CREATE TABLE gap', '\(creation)') WHERE name = 'gap'")
        }
        let refusal = error { _ = try StoreReader(path: path) }
        #expect(refusal?.sentence.contains(sentence) == true, "\(refusal as Any)")
    }

    @Test(arguments: ["-journal", "-wal"], [S_IFIFO, S_IFDIR]) func whatIsNoFileBesideAStoreHoldsUpNobody(
        _ suffix: String, _ kind: mode_t
    ) throws {
        let path = try store.copy([])
        try RawDatabase.execute("PRAGMA journal_mode = \(suffix == "-wal" ? "WAL" : "DELETE")", in: path)
        try #require((kind == S_IFIFO ? mkfifo(path + suffix, 0o600) : mkdir(path + suffix, 0o700)) == 0)
        for open in [{ _ = try StoreReader(path: path) }, { _ = try StoreEditor(path: path) }] {
            let refusal = error(open)
            #expect(refusal?.sentence.contains("is not a regular file") == true, "\(refusal as Any)")
        }
    }

    @Test func whatCheckFindsIsShownWithoutTheControlCharactersOfTheFile() throws {
        let path = try changed(
            """
            INSERT INTO gpkg_contents (table_name, data_type, identifier)
            VALUES (char(27) || ']0;x' || char(7) || char(10) || 'waldo: nothing is wrong', 'features', 'z')
            """)
        let findings = try StoreReader(path: path).check()
        #expect(findings == [#"\u{1b}]0;x\u{7}\u{a}waldo: nothing is wrong is registered, and is not there"#])
    }

    @Test func missingTriggersAreNamedAndRestored() throws {
        let path = try changed("DROP TRIGGER reading_no_delete; DROP TRIGGER fix_no_update")
        let findings = try StoreReader(path: path).check()
        #expect(findings.count == 1 && findings[0].contains("2 are missing, as `reading_no_delete`"), "\(findings)")
        try StoreEditor(path: path).close()
        #expect(try StoreReader(path: path).check() == [])
        let connection = try Connection(path, for: .writing, patience: 1)
        #expect(throws: StoreError.self) { try connection.execute("DELETE FROM reading") }
    }

    @Test func theTablesBehindAnIndexAreWrittenByItsBuilderAlone() throws {
        let path = try store.copy([])
        let connection = try Connection(path, for: .writing, patience: 1)
        let write = "UPDATE rtree_sample_world_geom_node SET data = zeroblob(9)"
        #expect(throws: StoreError.self) { try connection.execute(write) }
        #expect(error { try connection.withoutDefence { () throws(StoreError) in } }?.kind == .failed)
        let editor = try StoreEditor(path: path)
        #expect(throws: StoreError.self) { try editor.connection.execute(write) }
        editor.rebuildLayers()
        try editor.close()
        #expect(try StoreReader(path: path).check() == [])
    }

    // MARK: other programs

    /// What GDAL 3.6.2 writes for QGIS: another layer with its index, a column more, an index that was built again, a
    /// registered view, metadata and a project.
    @Test func whatOtherProgramsAddIsTaken() throws {
        let path = try changed(ForeignAdditions.all)
        #expect(try StoreReader(path: path).check() == [])
        let before = try StoreReader(path: path).digest()
        let editor = try StoreEditor(path: path)
        try editor.addRun(session: 1, Self.run, made: 1) { (writer, _) throws(StoreError) in
            var writer = writer
            Fixtures.give(to: &writer)
        }
        try editor.addNote("seen", to: 1, at: 1)
        try editor.close()
        #expect(try StoreReader(path: path).digest() != before)
        #expect(try StoreReader(path: path).check() == [])
        #expect(try rows("\"my notes\"", in: path) == 1 && rows("layer_styles", in: path) == 3)
        let triggers = "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'rtree_sample_world%'"
        #expect(try StoreReader(path: path).connection.texts(triggers).count == 6)
    }

    @Test func aFileWithoutStylesIsTaken() throws {
        let path = try changed(
            "DROP TABLE layer_styles; DELETE FROM gpkg_contents WHERE table_name = 'layer_styles'")
        let editor = try StoreEditor(path: path)
        editor.rebuildLayers()
        try editor.close()
        #expect(try StoreReader(path: path).check() == [])
    }
}
