import Foundation
import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// What lies at the name of a new store, or beside one that was closed.
@Suite struct StoreCreationTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/s.gpkg"
    }

    private func create(_ path: String) throws {
        let writer = try StoreWriter.create(path: path, description: Fixtures.description)
        #expect(writer.finish(within: .seconds(60)))
    }

    private var names: Set<String> {
        get throws { Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) }
    }

    private func refusal(_ body: () throws -> Void) -> StoreError? {
        do { try body() } catch { return error as? StoreError }
        return nil
    }

    /// A process that was killed while it made the file leaves one under a passing name, empty or with a journal.
    @Test func whatAKilledProcessHasLeftBlocksNoName() throws {
        try folder.write("", to: "s.gpkg.new")
        try folder.write("a journal", to: "s.gpkg.new-journal")
        try create(path)
        #expect(try names == ["s.gpkg"])
    }

    @Test func aNameThatAnotherProcessIsMakingIsTaken() throws {
        try folder.write("", to: "s.gpkg.new")
        var lock: StoreLock? = try StoreLock(path + ".new")
        #expect(refusal { try create(path) }?.kind == .exists)
        #expect(try names == ["s.gpkg.new"] && lock != nil)
        lock = nil
        try create(path)
    }

    /// SQLite would take them for the new file's.
    @Test(arguments: ["-wal", "-shm", "-journal"])
    func theLogOfAFileThatWasMovedIsLeftAlone(_ suffix: String) throws {
        try folder.write("rows of another", to: "s.gpkg\(suffix)")
        let refusal = refusal { try create(path) }
        #expect(refusal?.kind == .exists && refusal?.sentence.contains("s.gpkg\(suffix) lies there") == true)
        #expect(try names == ["s.gpkg\(suffix)"])
    }

    /// Its frames are of no file in particular: SQLite would play them in, and the survey would be the stranger's.
    @Test func aLogBesideAFileThatWasClosedIsRefused() throws {
        try create(path)
        let strangers = try StoreWriter.create(path: folder.path + "/x.gpkg", description: Fixtures.description)
        defer { _ = strangers.finish(within: .seconds(60)) }
        try copyFile(folder.path + "/x.gpkg-wal", to: path + "-wal")
        let size = FileIdentity.size(folder.path + "/x.gpkg-wal")
        try #require(size > 0)
        try copyFile(path, to: folder.path + "/before")
        for open in [{ _ = try StoreReader(path: path) }, { _ = try StoreEditor(path: path) }] as [() throws -> Void] {
            let refusal = refusal(open)
            #expect(refusal?.kind == .foreign && refusal?.sentence.contains("another file's log") == true)
        }
        #expect(FileManager.default.contentsEqual(atPath: path, andPath: folder.path + "/before"))
        #expect(FileIdentity.size(path + "-wal") == size)
        unlink(path + "-wal")
        #expect(try StoreReader(path: path).isBeingWritten == false)
    }
}
