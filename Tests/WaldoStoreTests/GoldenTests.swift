import Glibc
import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// A file of each version of the schema, which must stay readable.
///
/// With `WALDO_WRITE_STORES` set, the file of the present version is written again; its digest below has to follow.
struct GoldenTests {
    private static let folder = String(#filePath[..<#filePath.lastIndex(of: "/")!]) + "/Golden"
    /// By a program in Python over the same rows (hashlib, sqlite3).
    private static let digest = "4c73401295c5af626321ac79493b4ad86844e1e72392bb1c03ef08f3f6d6696a"

    @Test(.enabled(if: getenv("WALDO_WRITE_STORES") != nil)) func writeTheFileOfThisVersion() throws {
        let store = try HandDrivenStore(in: try TemporaryFolder())
        for (event, at) in Fixtures.events { store.writer.record(event, at: at) }
        Fixtures.give(to: &store.writer)
        store.writer.accepted(1, channel: 0)
        try store.finish()
        let editor = try StoreEditor(path: store.path)
        try editor.addNote("wet ground", to: 1, at: Fixtures.started, place: Place(x: 145, y: -37.5))
        // Small pages: the file has many tables of few rows.
        try editor.connection.execute("PRAGMA page_size = 512; VACUUM;")
        try editor.close()
        try copyFile(store.path, to: Self.folder + "/v\(Schema.version).gpkg")
    }

    @Test func version1IsReadInFull() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/v1.gpkg"
        try copyFile(Self.folder + "/v1.gpkg", to: path)
        let reader = try StoreReader(path: path)
        #expect(try reader.digest() == Self.digest)
        #expect(try reader.check() == [])
        let surveys = try reader.surveys()
        #expect(surveys.map(\.description) == [Fixtures.description] && surveys[0].notes.map(\.text) == ["wet ground"])
        var events: [SurveyEvent] = []
        try reader.events(of: 1) { event, _ in
            events.append(event)
            return true
        }
        #expect(events == Fixtures.events.map(\.0))
        let result = try reader.compare(session: 1) { (comparer) throws(StoreError) in
            var comparer = comparer
            Fixtures.give(to: &comparer)
        }
        #expect(result == .equal(rows: 12))
    }

    /// The tables and layers of the present program are those that other programs know from version 1.
    @Test func aNewFileHasTheColumnsOfVersion1() throws {
        func columns(_ path: String) throws -> [String] {
            try Connection(path, for: .reading, patience: 1).texts(
                """
                SELECT m.name || ' ' || c.cid || ' ' || c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || c.pk
                FROM sqlite_schema m, pragma_table_info(m.name) c
                WHERE m.type = 'table' AND m.name NOT LIKE 'rtree%' ORDER BY m.name, c.cid
                """)
        }
        func keys(_ path: String) throws -> [String] {
            try Connection(path, for: .reading, patience: 1).texts(
                """
                SELECT m.name || ' ' || k."from" || ' ' || k."table" FROM sqlite_schema m, pragma_foreign_key_list(m.name) k
                WHERE m.type = 'table' ORDER BY m.name, k."from"
                """)
        }
        let store = try HandDrivenStore(in: try TemporaryFolder())
        try store.finish()
        let golden = Self.folder + "/v1.gpkg"
        #expect(try columns(store.path) == columns(golden) && columns(golden).count > 150)
        #expect(try keys(store.path) == keys(golden) && keys(golden).count > 20)
    }

    @Test func version1IsContinued() throws {
        let folder = try TemporaryFolder()
        try copyFile(Self.folder + "/v1.gpkg", to: folder.path + "/s.gpkg")
        let store = try HandDrivenStore(in: folder, appending: true)
        for (event, at) in Fixtures.events { store.writer.record(event, at: at) }
        try store.finish()
        let reader = try StoreReader(path: store.path)
        #expect(try reader.surveys().map(\.sessions.count) == [2] && reader.check() == [])
    }
}
