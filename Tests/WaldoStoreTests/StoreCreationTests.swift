import Foundation
import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// What lies at the name of a new store.
@Suite struct StoreCreationTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/s.gpkg" }

    init() throws { folder = try TemporaryFolder() }

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
        try folder.write("", to: ".s.gpkg.waldo-new")
        try folder.write("a journal", to: ".s.gpkg.waldo-new-journal")
        // Another's.
        try folder.write("mine", to: "s.gpkg.new")
        try create(path)
        #expect(try names == ["s.gpkg", "s.gpkg.new"])
    }

    @Test func aNameThatAnotherProcessIsMakingIsTaken() throws {
        try folder.write("", to: ".s.gpkg.waldo-new")
        var lock: StoreLock? = try StoreLock(StoreCreation.passing(path))
        #expect(refusal { try create(path) }?.kind == .exists)
        #expect(try names == [".s.gpkg.waldo-new"] && lock != nil)
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

    @Test func anUnusedSessionLeavesNoNewFile() throws {
        let unused = try StoreWriter.create(path: path, description: Fixtures.description)
        #expect(unused.finish(within: .seconds(60), isUnused: true) && unused.isDiscarded)
        #expect(try names.isEmpty)
        try create(path)
        let second = try StoreWriter.append(path: path, description: Fixtures.description)
        #expect(second.finish(within: .seconds(60), isUnused: true) && !second.isDiscarded)
        #expect(try names == ["s.gpkg"])
    }
}
