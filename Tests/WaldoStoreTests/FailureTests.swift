import Foundation
import Glibc
import Synchronization
import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// Files that cannot be written, and stores that fail: one sentence each, and the survey goes on.
struct FailureTests {
    private func kind<Value>(_ body: () throws -> Value) -> StoreError.Kind? {
        do { _ = try body() } catch { return (error as? StoreError)?.kind }
        return nil
    }

    private func append(_ path: String) throws -> StoreWriter {
        try StoreWriter.append(path: path, description: Fixtures.description)
    }

    private func finishedStore(in folder: TemporaryFolder) throws -> String {
        let store = try HandDrivenStore(in: folder)
        store.writer.record(.bytes(channel: 0, [1]), at: 1)
        try store.finish()
        return store.path
    }

    @Test func aFullDiskIsOneSentenceAndTheRestIsCounted() throws {
        let store = try HandDrivenStore(in: try TemporaryFolder())
        let pages = try #require(try store.file.connection.number("PRAGMA page_count"))
        _ = try store.file.connection.number("PRAGMA max_page_count = \(pages + 20)")
        let bytes = [UInt8](repeating: 1, count: 1000)
        var stored: Int64 = 0
        var failure: StoreError?
        while failure == nil {
            for _ in 0..<5 { store.writer.record(.bytes(channel: 0, bytes), at: 1) }
            do throws(StoreError) {
                _ = try store.writer.engine.turn(at: 0)
                _ = try store.writer.engine.turn(at: 80_000)
                stored += 5
            } catch {
                failure = error
            }
        }
        #expect(failure?.kind == .full && failure?.sentence.contains("make room") == true)
        store.writer.engine.abandon()
        let reader = try StoreReader(path: store.path)
        let session = try #require(try reader.surveys().first?.sessions.first)
        #expect(session.readings == stored && stored > 0 && session.accounts.first?.stored == stored * 1000)
        #expect(try reader.check() == [])
    }

    @Test func aDiskThatIsFullDuringProcessingIsOneSentence() throws {
        let folder = try TemporaryFolder()
        let store = try HandDrivenStore(in: folder)
        for number in 0..<2000 {
            store.writer.record(.bytes(channel: 0, [1]), at: Instant(microseconds: Int64(number)))
        }
        try store.finish()
        let editor = try StoreEditor(path: store.path)
        let pages = try #require(try editor.connection.number("PRAGMA page_count"))
        _ = try editor.connection.number("PRAGMA max_page_count = \(pages + 4)")
        let failure = #expect(throws: StoreError.self) {
            try editor.addRun(session: 1, RunDescription(sensor: "s", version: "2"), made: 1) {
                (writer, reader) throws(StoreError) in
                writer.stream(0, Fixtures.streams[0])
                var number: Int64 = 0
                // Rows are read while others are written, as processing does.
                try reader.events(of: 1) { _, _ in
                    writer.sample(Fixtures.sample(number))
                    number += 1
                    return true
                }
            }
        }
        #expect(failure?.kind == .full && failure?.sentence == "the disk is full; make room, and start again")
        try editor.close()
        #expect(try StoreReader(path: store.path).check() == [])
    }

    @Test func aFileInWhichNothingIsKeptIsNotLeft() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/s.gpkg"
        let file = try StoreFile(creating: path, writtenBy: "1")
        try file.beginWriting()
        file.discard()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        // Another file of this name stays.
        let second = try StoreFile(creating: path, writtenBy: "1")
        unlink(path)
        try folder.write("text", to: "s.gpkg")
        second.discard()
        #expect(try folder.read("s.gpkg") == "text")
    }

    @Test func aFileThatVanishesEndsTheStoreAndNotTheSurvey() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/s.gpkg"
        let failures = Mutex<[StoreError]>([])
        let writer = try StoreWriter.create(path: path, description: Fixtures.description) { error in
            failures.withLock { $0.append(error) }
        }
        unlink(path)
        var given = 0
        try await waitUntil("the failure") {
            #expect(writer.record(.bytes(channel: 0, [1]), at: 1))
            given += 1
            return writer.failure != nil ? true : nil
        }
        for _ in 0..<10 { writer.record(.linkUp, at: 2) }
        #expect(writer.lostRows == given + 10)
        #expect(!writer.finish(within: .seconds(10)))
        #expect(failures.withLock { $0.map(\.kind) } == [.vanished])
    }

    @Test func aSecondWriterIsRefused() throws {
        let folder = try TemporaryFolder()
        let writer = try StoreWriter.create(path: folder.path + "/s.gpkg", description: Fixtures.description)
        let refusals = [
            kind { try append(folder.path + "/s.gpkg") }, kind { try StoreEditor(path: folder.path + "/s.gpkg") },
        ]
        #expect(refusals == [.heldByWriter, .heldByWriter])
        // The refusals have not loosened the first writer's hold.
        #expect(kind { try append(folder.path + "/s.gpkg") } == .heldByWriter)
        #expect(writer.finish(within: .seconds(60)))
        #expect(try append(folder.path + "/s.gpkg").finish(within: .seconds(60)))
    }

    @Test func anExistingFileIsNotOverwritten() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("text", to: "s.gpkg")
        #expect(kind { try StoreWriter.create(path: path, description: Fixtures.description) } == .exists)
        #expect(try folder.read("s.gpkg") == "text")
    }

    @Test func anotherFileIsRefused() throws {
        let folder = try TemporaryFolder()
        let text = try folder.write(String(repeating: "this is no database\n", count: 100), to: "a")
        let empty = try folder.write("", to: "b")
        let other = folder.path + "/c"
        let connection = try Connection(other, for: .writing, patience: 1)
        try connection.execute("PRAGMA application_id = \(Schema.applicationID); CREATE TABLE t (a);")
        connection.close()
        for open in [{ _ = try append($0) }, { _ = try StoreReader(path: $0) }] as [(String) throws -> Void] {
            #expect(kind { try open(text) } == .notGeoPackage)
            #expect(kind { try open(empty) } == .notGeoPackage)
            #expect(kind { try open(other) } == .notAStore)
            #expect(kind { try open(folder.path + "/none") } == .cannotOpen)
        }
    }

    /// Runs statements in a new file.
    private func database(_ path: String, _ statements: String) throws -> String {
        let connection = try Connection(path, for: .writing, patience: 1)
        defer { connection.close() }
        try connection.execute(statements)
        return path
    }

    private func refusals(_ path: String) -> [StoreError] {
        [{ _ = try append(path) }, { _ = try StoreReader(path: path) }, { _ = try StoreEditor(path: path) }].compactMap
        {
            (open: () throws -> Void) in
            do { try open() } catch { return error as? StoreError }
            return nil
        }
    }

    @Test(arguments: ["GP10", "GP11", "GPKG"]) func aGeoPackageOfAnyVersionIsCalledOne(_ id: String) throws {
        let folder = try TemporaryFolder()
        let number = id.utf8.reduce(0) { $0 << 8 | Int($1) }
        let path = try database(
            folder.path + "/s.gpkg", "PRAGMA application_id = \(number); CREATE TABLE survey (a);")
        let found = refusals(path)
        #expect(found.count == 3 && found.allSatisfy { $0.kind == .notAStore && $0.sentence.contains("by Waldo") })
    }

    @Test(
        arguments: [
            ([0x50, 0x4b, 3, 4], "a ZIP archive"), ([0x1f, 0x8b, 8, 0], "packed with gzip"),
            (Array("BZh91AY".utf8), "a packed file"), ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], "a packed file"),
            ([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], "a packed file"),
        ] as [([UInt8], String)])
    func aPackedFileIsToBeUnpacked(_ beginning: [UInt8], _ name: String) throws {
        let folder = try TemporaryFolder(), path = folder.path + "/s.gpkg"
        try Data(beginning + [UInt8](repeating: 7, count: 600)).write(to: URL(filePath: path))
        let found = refusals(path)
        #expect(
            found.count == 3
                && found.allSatisfy {
                    $0.kind == .notGeoPackage && $0.sentence == "this is \(name), and not a GeoPackage: unpack it"
                }, "\(found)")
    }

    @Test func aCopyOfTheLayersAloneIsNamed() throws {
        let folder = try TemporaryFolder()
        let path = try database(
            folder.path + "/s.gpkg",
            "PRAGMA application_id = \(Schema.applicationID); CREATE TABLE survey (a); CREATE TABLE sample_world (a);")
        let found = refusals(path)
        #expect(found.count == 3 && found.allSatisfy { $0.kind == .notAStore && $0.sentence.contains("the original") })
    }

    @Test(arguments: ["UTF-16le", "UTF-16be"]) func aFileInAnotherEncodingIsRefusedAsItIs(_ encoding: String) throws {
        let folder = try TemporaryFolder()
        let path = try database(
            folder.path + "/s.gpkg",
            "PRAGMA encoding = '\(encoding)'; \(Schema.statements) INSERT INTO waldo_schema VALUES (1, 1, 'w', 1);")
        let bytes = try Data(contentsOf: URL(filePath: path))
        let found = refusals(path)
        #expect(
            found.count == 3 && found.allSatisfy { $0.kind == .foreign && $0.sentence.contains(encoding) }, "\(found)")
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    }

    @Test func aLaterVersionIsRefused() throws {
        let folder = try TemporaryFolder()
        let path = try finishedStore(in: folder)
        let connection = try Connection(path, for: .writing, patience: 1)
        try connection.execute("UPDATE waldo_schema SET version = 2")
        connection.close()
        #expect(kind { try append(path) } == .laterVersion && kind { try StoreReader(path: path) } == .laterVersion)
    }

    @Test func aCopyWithoutItsLogIsRefusedUnlessAskedFor() throws {
        let folder = try TemporaryFolder()
        let store = try HandDrivenStore(in: folder)
        store.writer.record(.bytes(channel: 0, [1]), at: 1)
        try store.commit()
        let copy = folder.path + "/copy.gpkg"
        try copyFile(store.path, to: copy)
        #expect(kind { try StoreReader(path: copy) } == .withoutLog && kind { try append(copy) } == .withoutLog)
        #expect(try StoreReader(path: copy, evenWithoutLog: true).check() == [])
        try copyFile(store.path, to: folder.path + "/both.gpkg")
        try copyFile(store.path + "-wal", to: folder.path + "/both.gpkg-wal")
        let both = try StoreReader(path: folder.path + "/both.gpkg")
        #expect(try both.surveys().first?.sessions.first?.readings == 1)
    }

    @Test func aLogThatAnotherProgramHasMovedIntoTheFileIsNotMissed() throws {
        let folder = try TemporaryFolder()
        let store = try HandDrivenStore(in: folder)
        store.writer.record(.bytes(channel: 0, [1]), at: 1)
        try store.commit()
        try copyFile(store.path, to: folder.path + "/x.gpkg")
        try copyFile(store.path + "-wal", to: folder.path + "/x.gpkg-wal")
        // As a program does that opens the file of a killed process and closes it.
        let other = try Connection(folder.path + "/x.gpkg", for: .writing, patience: 1)
        _ = try other.texts("SELECT count(*) FROM reading")
        try other.accept()
        other.close()
        #expect(access(folder.path + "/x.gpkg-wal", F_OK) != 0)
        let writer = try append(folder.path + "/x.gpkg")
        #expect(writer.recovered && writer.finish(within: .seconds(60)))
    }

    @Test func aFileThatMayOnlyBeReadIsOneSentence() throws {
        let folder = try TemporaryFolder()
        let path = try finishedStore(in: folder)
        let connection = try Connection(path, for: .reading, patience: 1)
        #expect(kind { try connection.execute("DELETE FROM tag") } == .readOnly)
        #expect(StoreFile.systemError(EROFS, path).kind == .readOnly)
    }

    @Test(.enabled(if: geteuid() != 0)) func aFileWithoutWritePermissionIsOneSentence() throws {
        let folder = try TemporaryFolder()
        let path = try finishedStore(in: folder)
        chmod(path, 0o444)
        #expect(kind { try append(path) } == .readOnly)
    }

    @Test func everySentenceNamesTheFile() {
        #expect(StoreError(.full, "a\u{1b}b.gpkg", "no room").description == "a\\u{1b}b.gpkg: no room")
    }
}
