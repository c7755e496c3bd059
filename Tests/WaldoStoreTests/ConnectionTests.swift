import Testing
import WaldoTestSupport

@testable import WaldoStore

/// A connection to a store's file.
struct ConnectionTests {
    @Test func aClosedConnectionSaysSo() throws {
        let folder = try TemporaryFolder()
        let connection = try Connection(folder.path + "/a.db", for: .writing, patience: 1)
        connection.close()
        connection.rollback()
        #expect(connection.lastInserted == 0)
        let error = #expect(throws: StoreError.self) { try connection.execute("SELECT 1") }
        #expect(error?.sentence == "the file is closed")
    }

    @Test(arguments: [.reading, .writing, .migrating, .creating] as [Hardening.Purpose])
    func nothingOfAFileIsTrusted(_ purpose: Hardening.Purpose) throws {
        let folder = try TemporaryFolder(), path = folder.path + "/a.db"
        try RawDatabase.execute("CREATE TABLE t (a); CREATE VIEW v AS SELECT 1 AS a", in: path)
        let connection = try Connection(path, for: purpose, patience: 1)
        for (pragma, value) in [
            ("trusted_schema", 0), ("foreign_keys", 0), ("cell_size_check", 1), ("hard_heap_limit", 512 << 20),
        ] as [(String, Int64)] { #expect(try connection.number("PRAGMA \(pragma)") == value, "\(pragma)") }
        // A view runs what its author likes, and a name in double quotes is never a text.
        for query in ["SELECT a FROM v", "SELECT \"nowhere\" FROM t"] {
            #expect(throws: StoreError.self, "\(query)") { try connection.number(query) }
        }
        #expect(try connection.number("SELECT count(*) FROM t") == 0)
    }

    @Test func aTriggerRunsWhereAFileIsWrittenAlone() throws {
        let folder = try TemporaryFolder(), path = folder.path + "/a.db"
        try RawDatabase.execute(
            "CREATE TABLE t (a); CREATE TRIGGER r AFTER INSERT ON t BEGIN DELETE FROM t; END", in: path)
        for (purpose, rows) in [(.migrating, 1), (.writing, 0)] as [(Hardening.Purpose, Int64)] {
            let connection = try Connection(path, for: purpose, patience: 1)
            try connection.execute("INSERT INTO t VALUES (1)")
            #expect(try connection.number("SELECT count(*) FROM t") == rows)
        }
    }

    /// Whatever a file calls by the name of the schema.
    @Test func theSchemaIsReadAndNothingElse() throws {
        let folder = try TemporaryFolder()
        let connection = try Connection(folder.path + "/a.db", for: .writing, patience: 1)
        try connection.execute("CREATE TABLE t (a)")
        ReadingGuard.schema.install(in: connection.handle)
        #expect(try connection.texts("SELECT name FROM sqlite_schema") == ["t"])
        for statement in ["SELECT a FROM t", "SELECT abs(1)", "DELETE FROM t", "PRAGMA user_version"] {
            #expect(throws: StoreError.self, "\(statement)") { try connection.prepare(statement) }
        }
        ReadingGuard.remove(from: connection.handle)
        #expect(try connection.number("SELECT count(a) FROM t") == 0)
    }
}
