import Glibc
import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// How files of older versions are brought to the present one: by steps that only these tests have yet.
struct MigrationTests {
    private let steps = MigrationList(
        latest: 3,
        steps: [
            Migration(from: 1, statements: "ALTER TABLE note ADD COLUMN author TEXT; UPDATE note SET author = 'me';"),
            Migration(from: 2, statements: "ALTER TABLE note ADD COLUMN colour TEXT;"),
        ])

    private func finishedStore(in folder: TemporaryFolder) throws -> String {
        let store = try HandDrivenStore(in: folder)
        for (event, at) in Fixtures.events { store.writer.record(event, at: at) }
        try store.finish()
        return store.path
    }

    @Test func aWriterMigratesACopyAndKeepsTheOriginal() throws {
        let folder = try TemporaryFolder()
        let path = try finishedStore(in: folder)
        let digest = try StoreReader(path: path).digest()
        let file = try StoreFile(opening: path, evenWithoutLog: false, migrations: steps)
        #expect(try file.connection.number("SELECT version FROM waldo_schema") == 3)
        #expect(
            try file.connection.texts("SELECT name FROM pragma_table_info('note')").suffix(2) == ["author", "colour"])
        try file.checkItIsThere()
        file.close()
        let kept = try StoreReader(path: path + ".v1")
        #expect(try kept.digest() == digest && kept.check() == [])
        #expect(access(path + ".migrating", F_OK) != 0)
        // The program of version 1 refuses it from now on.
        #expect(throws: StoreError.self) { try StoreReader(path: path) }
    }

    @Test func aReaderMigratesATemporaryCopy() throws {
        let folder = try TemporaryFolder()
        let path = try finishedStore(in: folder)
        let digest = try StoreReader(path: path).digest()
        let reader = try StoreReader(path: path, evenWithoutLog: false, migrations: steps)
        #expect(try reader.connection.number("SELECT version FROM waldo_schema") == 3)
        #expect(try reader.digest() == digest)
        #expect(try StoreReader(path: path).digest() == digest)
    }

    @Test func aStepThatFailsLeavesTheOriginal() throws {
        let folder = try TemporaryFolder()
        let path = try finishedStore(in: folder)
        let faulty = MigrationList(latest: 2, steps: [Migration(from: 1, statements: "ALTER TABLE none ADD a;")])
        let absent = MigrationList(latest: 2, steps: [])
        for list in [faulty, absent] {
            #expect(throws: StoreError.self) { try StoreFile(opening: path, evenWithoutLog: false, migrations: list) }
        }
        #expect(try StoreReader(path: path).check() == [])
        #expect(access(path + ".v1", F_OK) != 0 && access(path + ".migrating", F_OK) != 0)
    }
}
