import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// What people add to the layers of a survey, and to the tables of the GeoPackage standard: what computes nothing is
/// taken, and what decides or computes something as rows are written is named.
struct HostileLayerTests {
    private let store: TamperedStore

    init() throws { store = try TamperedStore() }

    private func changed(_ statements: String) throws -> String {
        let path = try store.copy([])
        try RawDatabase.execute(statements, in: path)
        return path
    }

    /// Adds to the statement of a table, as any program can.
    private func changed(_ table: String, _ text: String, _ other: String) throws -> String {
        let path = try store.copy([])
        try TamperedStore.changeSchema(of: path) { connection in
            try connection.execute("UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = '\(table)'") {
                $0.bind(text)
                $0.bind(other)
            }
        }
        return path
    }

    private func refusal(_ body: () throws -> Void) -> StoreError? {
        do { try body() } catch { return error as? StoreError }
        return nil
    }

    @Test(arguments: [
        ("remark TEXT DEFAULT 'x'", "has DEFAULT"), ("\"my remark\" TEXT NOT NULL DEFAULT ''", "has NOT NULL"),
        ("remark DECIMAL(10, 2) CHECK (remark > 0)", "has CHECK"), ("remark TEXT COLLATE NOCASE", "has COLLATE"),
    ]) func aColumnThatDecidesWhatCanBeWrittenIsReadAndNamed(_ column: String, _ sentence: String) throws {
        let path = try changed("ALTER TABLE sample_world ADD COLUMN \(column)")
        #expect(try StoreReader(path: path).surveys().count == 1)
        let error = refusal { _ = try StoreEditor(path: path) }
        let name = column.hasPrefix("\"") ? "“my remark”" : "“remark”"
        #expect(error?.kind == .foreign && error?.sentence.contains(sentence) == true, "\(error as Any)")
        #expect(error?.sentence.contains("the column \(name) of `sample_world`") == true, "\(error as Any)")
        #expect(try StoreReader(path: path).check().contains { $0.contains(name) })
    }

    @Test func aColumnThatIsComputedIsNotRead() throws {
        let path = try changed("ALTER TABLE sample_world ADD COLUMN half REAL AS (value / 2)")
        #expect(refusal { _ = try StoreReader(path: path) }?.kind == .foreign)
    }

    @Test(arguments: [
        "CREATE INDEX \"sample_world_value_idx\" ON \"sample_world\" (\"value\")",
        "CREATE INDEX i ON sample_arm (value, time)",
    ]) func anIndexOfAttributesIsTaken(_ statement: String) throws {
        let path = try changed(statement)
        #expect(try StoreReader(path: path).check() == [])
        let editor = try StoreEditor(path: path)
        try editor.addNote("seen", to: 1, at: 1)
        editor.rebuildLayers()
        try editor.close()
        #expect(try StoreReader(path: path).check() == [])
    }

    @Test(arguments: [
        "CREATE UNIQUE INDEX i ON sample_world (value)", "CREATE INDEX i ON sample_world (value) WHERE value > 0",
        "CREATE INDEX i ON sample_world (abs(value))", "CREATE INDEX i ON sample_world (value COLLATE NOCASE)",
        "CREATE INDEX i ON sample (value)", "CREATE INDEX rtree_sample_arm_geom_x ON sample_world (value)",
    ]) func anotherIndexIsRefused(_ statement: String) throws {
        let path = try changed(statement)
        #expect(refusal { _ = try StoreEditor(path: path) }?.sentence.contains("decides what can be written") == true)
    }

    /// An expression of a table that Waldo writes is computed in one step, which no deadline ends.
    @Test(arguments: [
        (
            "gpkg_contents", "description TEXT", "description TEXT CHECK (instr(printf('%.*c', 9, 'a'), 'b') = 0)",
            "CHECK"
        ),
        ("gpkg_contents", "strftime('%Y-%m-%dT%H:%M:%fZ','now')", "randomblob(1000000)", "DEFAULT"),
        ("layer_styles", "styleSLD TEXT", "styleSLD TEXT CHECK (styleSLD <> 'x')", "CHECK"),
    ]) func anExpressionOfAStandardTableIsNamed(
        _ table: String, _ text: String, _ other: String, _ keyword: String
    ) throws {
        let path = try changed(table, text, other)
        let error = refusal { _ = try StoreEditor(path: path) }
        #expect(error?.sentence.contains("`\(table)` has \(keyword)") == true, "\(error as Any)")
        #expect(try StoreReader(path: path).check().contains { $0.contains("`\(table)` has \(keyword)") })
    }

    /// Swift takes the long s for a letter that has `S` as its capital; SQLite does not.
    @Test func keywordsAreThoseOfASCII() throws {
        func words(_ text: String) throws -> [SchemaWord] { try #require(SchemaWord.words(of: Array(text.utf8)[...])) }
        #expect(try words("ſT_MINX")[0].isKey("ST_MINX") == false)
        #expect(try words("st_MinX")[0].isKey("ST_MINX"))
        #expect(try words("\u{212a}EY")[0].isKey("KEY") == false)
        #expect(try words("\u{37e}")[0].isKey(";") == false)
        #expect(try words("\"as\"")[0].isKey("AS") == false)
    }

    // MARK: sessions

    private static func open(_ count: Int) -> String {
        """
        WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < \(99 + count))
        INSERT INTO session (id, survey, boot) SELECT i, 1, 'b' FROM n
        """
    }

    @Test func aFileWithSessionsThatWereNeverEndedIsNotWritten() throws {
        let path = try changed(Self.open(1_001))
        for open in [{ _ = try StoreEditor(path: path) }, { try StoreWriter.prepare(path: path) }] {
            let error = refusal(open)
            #expect(error?.kind == .foreign, "\(error as Any)")
            #expect(error?.sentence.contains("1001 of its sessions were never ended") == true, "\(error as Any)")
        }
    }

    @Test func whatAWriterWouldDoFirstIsDoneBefore() throws {
        let path = try changed(Self.open(3))
        try StoreWriter.prepare(path: path)
        #expect(try StoreReader(path: path).surveys()[0].sessions.map(\.ending).filter { $0 == .open } == [])
        let writer = try StoreWriter.append(path: path, description: Fixtures.description, start: Fixtures.start)
        #expect(!writer.recovered)
        writer.finish(within: .seconds(60))
        #expect(try StoreReader(path: path).surveys()[0].sessions.last?.ending == .clean)
    }

    @Test func aStatementMakesTheObjectThatItIsStoredFor() {
        func object(_ type: String, _ statement: String) -> SchemaObject? {
            SchemaObject(type: type, name: "note", statement: statement)
        }
        #expect(object("table", "CREATE TABLE note (a)") != nil && object("table", "CREATE TABLE \"note\"(a)") != nil)
        for statement in ["CREATE TABLE evil (a)", "CREATE TABLE note.evil (a)", "CREATE VIEW note AS SELECT 1", ""] {
            #expect(object("table", statement) == nil, "\(statement)")
        }
    }
}
