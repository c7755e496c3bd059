import Foundation
import Glibc
import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoStore

/// Stores that would take the time or the memory of who opens them, or run something while they are migrated.
struct HostileBoundsTests {
    private let store: TamperedStore

    init() throws { store = try TamperedStore() }

    private func error(_ body: () throws -> Void) -> StoreError? {
        do { try body() } catch { return error as? StoreError }
        return nil
    }

    private static let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT "
    private static let impatient = StatementWatch.Patience(least: .milliseconds(50))

    @Test func aTitleOverTheBoundIsRefusedUnread() throws {
        let path = try store.copy([])
        try RawDatabase.execute("UPDATE survey SET title = CAST(zeroblob(\(3 << 20)) AS TEXT)", in: path)
        #expect(try StoreReader(path: path).surveys().first?.description.title.utf8.count == 3 << 20)
        try RawDatabase.execute("UPDATE survey SET title = CAST(zeroblob(\(5 << 20)) AS TEXT)", in: path)
        for read in [
            { _ = try StoreReader(path: path).surveys() }, { _ = try StoreReader(path: path).check() },
            { try StoreEditor(path: path).setUpload(1, isAllowed: true) },
        ] {
            let refusal = error(read)
            #expect(refusal?.kind == .tooLong && refusal?.sentence.contains("more than 4 MB") == true)
        }
    }

    @Test func aStepThatNeverEndsIsEnded() throws {
        let folder = try TemporaryFolder()
        let connection = try Connection(
            folder.path + "/a.db", for: .writing, patience: 1,
            stepPatience: Self.impatient)
        #expect(error { _ = try connection.number(Self.endless + "count(*) FROM n") }?.kind == .foreign)
        // Rows without end are another matter: each step is short.
        let refusal = error {
            let rows = try connection.prepare(Self.endless + "i FROM n")
            while try rows.step() {}
        }
        #expect(refusal?.kind == .damaged && refusal?.sentence.contains("more rows than its size can hold") == true)
        #expect(try connection.number("SELECT 1") == 1)
    }

    @Test func aStepThatNeverEndsEndsWithItsCommand() throws {
        let folder = try TemporaryFolder()
        let connection = try Connection(
            folder.path + "/a.db", for: .writing, patience: 1, stepPatience: .init(least: .seconds(60)),
            isInterrupted: { true })
        #expect(error { _ = try connection.number(Self.endless + "count(*) FROM n") }?.kind == .interrupted)
    }

    /// A page whose children are all one page, whose children are all one page: rows by the hundred million in 12 kB.
    @Test func pagesThatNameOneAnotherAgainAndAgainEndSomewhere() throws {
        let folder = try TemporaryFolder()
        let path = try PageBomb.write(into: folder)
        let connection = try Connection(path, for: .reading, patience: 1)
        let refusal = error {
            let rows = try connection.prepare("SELECT * FROM t")
            while try rows.step() {}
        }
        #expect(refusal?.kind == .damaged, "\(refusal as Any)")
    }

    /// A disk that stalls, or a process that is stopped, is no fault of the file.
    @Test func aStepMayWaitForAsLongAsItLikes() throws {
        let folder = try TemporaryFolder()
        let connection = try Connection(
            folder.path + "/a.db", for: .writing, patience: 1, stepPatience: Self.impatient,
            isInterrupted: {
                usleep(2_000)
                return false
            })
        #expect(try connection.number(Self.endless + "count(*) FROM (SELECT i FROM n LIMIT 20000)") == 20_000)
    }

    @Test func aLiveWriterHasNoDeadlineOnceItsFileIsChecked() throws {
        let path = try store.copy([])
        let file = try StoreFile(opening: path, evenWithoutLog: false)
        #expect(file.connection.watch.patience != nil)
        try file.beginWriting()
        #expect(file.connection.watch.patience == nil)
        try file.endWriting()
        file.close()
        let connection = try Connection(path, for: .writing, patience: 1, stepPatience: Self.impatient)
        connection.liftPatience()
        #expect(try connection.number(Self.endless + "count(*) FROM (SELECT i FROM n LIMIT 500000)") == 500_000)
    }

    /// One function of an expression takes minutes, within which nothing asks how long it takes.
    @Test func noExpressionOfAnotherTableIsComputed() throws {
        let path = try store.copy([])
        let endless = "instr(printf('%.*c', 4000000, a), printf('%.*c', 2000000, a) || 'b')"
        try RawDatabase.execute(
            """
            PRAGMA ignore_check_constraints = ON;
            CREATE TABLE t (a);
            INSERT INTO t VALUES (1);
            ALTER TABLE t ADD COLUMN b AS (\(endless)) REFERENCES survey (id);
            CREATE TABLE u (a CHECK (\(endless) = 0));
            CREATE TABLE v (a);
            CREATE TABLE "5" (a);
            CREATE INDEX w ON v (a) WHERE a > 1 AND \(endless) = 0;
            INSERT INTO u VALUES (1);
            INSERT INTO v VALUES (1);
            """, in: path)
        let began = meteredNow()
        #expect(try StoreReader(path: path).check() == [])
        try RawDatabase.execute("UPDATE note SET survey = 99", in: path)
        #expect(try StoreReader(path: path).check().contains("a row of note refers to no row"))
        expectInTime(since: began, within: .seconds(20))
    }

    @Test func aSchemaHasSoManyObjects() throws {
        let path = try store.copy([])
        let views = (0..<SchemaCheck.maxObjects).map { "CREATE VIEW v\($0) AS SELECT 1;" }.joined()
        try RawDatabase.execute("BEGIN; \(views) COMMIT", in: path)
        let refusal = error { _ = try StoreReader(path: path) }
        #expect(refusal?.kind == .foreign && refusal?.sentence.contains("more than 10000 objects") == true)
    }

    // MARK: sizes

    /// A hole of a file costs its sender nothing, so it gives the file no time.
    @Test func aHoleCountsForNothing() throws {
        let path = try store.copy([]), size = StoreReader.size(of: path)
        #expect(size > 0)
        try #require(truncate(path, 1 << 40) == 0)
        try Data().write(to: URL(filePath: path + "-wal"))
        try #require(truncate(path + "-wal", 1 << 40) == 0)
        #expect(StoreReader.size(of: path) <= size + 8_192)
        #expect(symlink(path, path + ".link") == 0 && StoreReader.size(of: path + ".link") <= size + 8_192)
    }

    /// In memory files can have any size; two of them have more bytes than a number of 64 bits.
    @Test func sizesAreNoTrap() throws {
        let path = "/dev/shm/waldo-\(UInt64.random(in: 0...UInt64.max)).gpkg"
        defer { for suffix in ["", "-wal"] { unlink(path + suffix) } }
        for suffix in ["", "-wal"] {
            try Data("x".utf8).write(to: URL(filePath: path + suffix))
            guard truncate(path + suffix, 1 << 62) == 0 else { return }
        }
        #expect(StoreReader.size(of: path) < 1 << 20)
        // One of no blocks, whose size is all that is known.
        try Data().write(to: URL(filePath: path))
        truncate(path, 1 << 62)
        #expect(StoreReader.size(of: path) < 1 << 47)
        #expect(StatementWatch.Patience.working.span(for: path) == .seconds(600))
        #expect(error { _ = try StoreReader(path: path) } != nil)
    }

    // MARK: older versions

    /// Nothing of a file runs while it is migrated, and it is compared before it takes the place of the original.
    @Test func aMigratedFileIsComparedToo() throws {
        let path = try store.copy([])
        try RawDatabase.execute(
            """
            UPDATE waldo_schema SET version = 0;
            CREATE TRIGGER evil AFTER UPDATE ON note BEGIN UPDATE survey SET upload = 1; END;
            """, in: path)
        let steps = MigrationList(
            latest: 1, steps: [Migration(from: 0, statements: "UPDATE note SET text = 'migrated'")])
        let whole = try Data(contentsOf: URL(filePath: path))
        let refusal = error { _ = try StoreFile(opening: path, evenWithoutLog: false, migrations: steps) }
        #expect(refusal?.kind == .foreign && refusal?.path == path, "\(refusal as Any)")
        #expect(refusal?.sentence.contains("trigger “evil” on `note`") == true, "\(refusal as Any)")
        #expect(try Data(contentsOf: URL(filePath: path)) == whole)
        #expect(access(path + ".v0", F_OK) != 0 && access(path + ".migrating", F_OK) != 0)
        let reader = try StoreReader(path: path, evenWithoutLog: false, migrations: steps)
        let survey = try #require(try reader.surveys().first)
        #expect(!survey.description.allowsUpload && survey.notes.map(\.text) == ["migrated"])
        // A view in place of a table is not read either.
        try RawDatabase.execute(
            "DROP TRIGGER evil; DROP TABLE alarm; CREATE VIEW alarm AS SELECT 1", in: path)
        #expect(error { _ = try StoreReader(path: path, evenWithoutLog: false, migrations: steps) }?.kind == .foreign)
    }
}
