import Foundation
import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// Logs that lie beside a store: one is played in only where the store says that it has one.
@Suite struct StoreLogTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/s.gpkg" }

    init() throws {
        folder = try TemporaryFolder()
        try Self.create(path)
    }

    private static func create(_ path: String) throws {
        let writer = try StoreWriter.create(path: path, description: Fixtures.description)
        #expect(writer.finish(within: .seconds(60)))
    }

    private func refusal(_ body: () throws -> Void) -> StoreError? {
        do { try body() } catch { return error as? StoreError }
        return nil
    }

    /// Opens the file to read and to write it.
    private func expectRefused(at location: SourceLocation = #_sourceLocation) throws {
        let before = try Data(contentsOf: URL(filePath: path)), size = FileIdentity.size(path + "-wal")
        try #require(size > 0)
        for open in [{ _ = try StoreReader(path: path) }, { try StoreEditor(path: path).close() }] {
            let refusal = refusal(open)
            #expect(refusal?.kind == .foreign, "\(refusal as Any)", sourceLocation: location)
            #expect(refusal?.sentence.contains("that is not Waldo's") == true, sourceLocation: location)
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == before, sourceLocation: location)
        #expect(FileIdentity.size(path + "-wal") == size, sourceLocation: location)
    }

    /// Lays the log that another program leaves with a copy of the file when it is killed.
    private func layLog(of statements: String...) throws {
        let other = folder.path + "/other.gpkg"
        for suffix in [""] + FilesBeside.suffixes { unlink(other + suffix) }
        try copyFile(path, to: other)
        let connection = try Connection(other, for: .writing, patience: 1)
        defer { connection.close() }
        _ = try connection.texts("PRAGMA journal_mode = WAL")
        for statement in statements { try connection.execute(statement) }
        try copyFile(other + "-wal", to: path + "-wal")
        try #require(FileIdentity.hasLog(path))
    }

    /// While a program has the file open, its header goes on to say that it has a log.
    private func leaveHeader() throws {
        let other = try Connection(path, for: .reading, patience: 1)
        let editor = try StoreEditor(path: path)
        try editor.addTag("left", to: 1)
        _ = try other.number("SELECT count(*) FROM survey")
        try editor.close()
        other.close()
        let header = FileIdentity.beginning(of: path, 20)
        try #require(header[18...] == [2, 2] && !FileIdentity.hasLog(path))
        try #require(StoreLog.isOthers(beside: path) == false)
    }

    // MARK: a file that is whole

    @Test func aLogBesideAFileThatWasClosedIsRefused() throws {
        let strangers = try StoreWriter.create(path: folder.path + "/x.gpkg", description: Fixtures.description)
        defer { _ = strangers.finish(within: .seconds(60)) }
        try copyFile(folder.path + "/x.gpkg-wal", to: path + "-wal")
        try expectRefused()
        unlink(path + "-wal")
        #expect(try StoreReader(path: path).isBeingWritten == false)
    }

    @Test(arguments: ["UPDATE survey SET title = 'evil'", "UPDATE survey SET upload = 1", "CREATE TABLE x (a)"])
    func aLogBesideAFileThatNeedsNoneIsRefused(_ statement: String) throws {
        try leaveHeader()
        try layLog(of: statement)
        try expectRefused()
        try layLog(of: "UPDATE waldo_schema SET whole = 0", statement)
        try expectRefused()
    }

    /// SQLite goes by the size of a page that the log states.
    @Test func aLogOfSmallerPagesIsRefused() throws {
        try leaveHeader()
        let other = folder.path + "/small.db"
        let connection = try Connection(other, for: .creating, patience: 1)
        defer { connection.close() }
        try connection.execute("PRAGMA page_size = 512; CREATE TABLE t (a)")
        _ = try connection.texts("PRAGMA journal_mode = WAL")
        try connection.execute("INSERT INTO t VALUES (1)")
        try copyFile(other + "-wal", to: path + "-wal")
        try expectRefused()
    }

    /// What is refused for what is in it, with its log, stays as it is.
    @Test func aFileThatIsRefusedIsNotWritten() throws {
        try leaveHeader()
        try RawDatabase.execute("UPDATE waldo_schema SET whole = 0", in: path)
        try layLog(of: "CREATE TRIGGER evil AFTER INSERT ON note BEGIN DELETE FROM reading; END")
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(refusal { _ = try StoreEditor(path: path) }?.kind == .foreign)
        #expect(try Data(contentsOf: URL(filePath: path)) == before && FileIdentity.hasLog(path))
    }

    @Test func aLogOfAProgramThatHasTheFileOpenIsReadAlong() async throws {
        let program = try ChildProcess(
            "/usr/bin/python3",
            [
                "-c",
                """
                import sqlite3, sys
                database = sqlite3.connect(sys.argv[1])
                database.execute("PRAGMA journal_mode = WAL")
                database.execute("UPDATE layer_styles SET description = 'mine'")
                database.commit()
                print("open", flush=True)
                sys.stdin.read()
                """, path,
            ])
        defer { program.close() }
        try await program.waitForLine { $0 == "open" }
        try #require(FileIdentity.hasLog(path))
        #expect(try StoreReader(path: path).surveys().count == 1)
        program.send(signal: SIGKILL)
        _ = try await program.exit()
        try expectRefused()
    }

    // MARK: Waldo's own

    @Test func aWaldoThatWasKilledAsItBeganToWriteLeavesAWholeFile() throws {
        try leaveHeader()
        for marks in [[0], [0, 1]] {
            let other = folder.path + "/marked.gpkg"
            try copyFile(path, to: other)
            let connection = try Connection(other, for: .writing, patience: 1)
            for mark in marks { try connection.execute("UPDATE waldo_schema SET whole = \(mark)") }
            try copyFile(other + "-wal", to: path + "-wal")
            connection.close()
            #expect(!StoreLog.isOthers(beside: path) && FileIdentity.hasLog(path))
            try StoreEditor(path: path).close()
            #expect(try StoreReader(path: path).check() == [] && !FileIdentity.hasLog(path))
            try leaveHeader()
        }
    }

    /// While a reader keeps an earlier state, the log stays, and the file without it is not whole.
    @Test func aLogThatAReaderKeepsIsNeeded() throws {
        let reader = try Connection(path, for: .reading, patience: 1)
        let editor = try StoreEditor(path: path)
        try editor.addTag("begun", to: 1)
        try reader.snapshot { () throws(StoreError) in
            _ = try reader.number("SELECT count(*) FROM survey")
            try editor.addTag("kept", to: 1)
            try editor.close()
        }
        reader.close()
        #expect(FileIdentity.hasLog(path) && !StoreLog.isOthers(beside: path))
        #expect(try StoreReader(path: path).surveys()[0].description.tags.contains("kept"))
        let copy = folder.path + "/copy.gpkg"
        try copyFile(path, to: copy)
        #expect(refusal { _ = try StoreReader(path: copy) }?.kind == .withoutLog)
    }

    /// Logs of any bytes beside a file that needs none: one is refused, or the survey stays as it is.
    @Test(arguments: 0..<4) func aLogIsRefusedOrChangesNothing(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        try leaveHeader()
        let whole = try Data(contentsOf: URL(filePath: path)), digest = try StoreReader(path: path).digest()
        try layLog(of: seed % 2 == 0 ? "UPDATE waldo_schema SET whole = 0" : "UPDATE survey SET title = 'evil'")
        let log = [UInt8](try Data(contentsOf: URL(filePath: path + "-wal")))
        for _ in HostileTime.rounds(25, cases: 4) {
            var bytes = log
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let limit = Bool.random(using: &generator) ? 56 : bytes.count
                bytes[Int.random(in: 0..<limit, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            if Int.random(in: 0..<4, using: &generator) == 0 {
                bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
            }
            try whole.write(to: URL(filePath: path))
            try Data(bytes).write(to: URL(filePath: path + "-wal"))
            unlink(path + "-shm")
            if refusal({ try StoreEditor(path: path).close() }) != nil {
                #expect(try Data(contentsOf: URL(filePath: path)) == whole, "\(bytes.prefix(56))")
                unlink(path + "-wal")
                unlink(path + "-shm")
            }
            #expect(try StoreReader(path: path).digest() == digest, "\(bytes.prefix(56))")
        }
    }

    // MARK: frames

    private static let page = [UInt8](repeating: 7, count: 512)

    private static func log(_ frames: [(number: UInt8, page: [UInt8], salt: UInt8)]) -> [UInt8] {
        func salts(_ salt: UInt8) -> [UInt8] { [UInt8](repeating: salt, count: 8) }
        return [0x37, 0x7f, 0x06, 0x82, 0, 0x2d, 0xe2, 0x18, 0, 0, 2, 0, 0, 0, 0, 0] + salts(1)
            + [UInt8](repeating: 0, count: 8)
            + frames.flatMap { frame in
                [0, 0, 0, frame.number, 0, 0, 0, 9] + salts(frame.salt) + [UInt8](repeating: 0, count: 8) + frame.page
            }
    }

    @Test func framesOfTheMarkAloneAreTaken() {
        var marked = Self.page, changed = Self.page
        marked[100] = 8
        for place in [100, 101] { changed[place] = 8 }
        func isTaken(_ frames: (UInt8, [UInt8], UInt8)...) -> Bool {
            StoreLog.holdsOnlyMarks(
                Self.log(frames.map { (number: $0.0, page: $0.1, salt: $0.2) }), number: 3, page: Self.page)
        }
        #expect(isTaken() && isTaken((3, marked, 1)) && isTaken((3, marked, 1), (3, Self.page, 1)))
        #expect(!isTaken((2, Self.page, 1)) && !isTaken((3, changed, 1)) && !isTaken((3, marked, 1), (2, marked, 1)))
        // What is left of an earlier log.
        #expect(isTaken((3, marked, 1), (2, changed, 9), (2, changed, 1)))
        #expect(StoreLog.holdsOnlyMarks([1, 2, 3], number: 3, page: Self.page))
        let stale = [(number: UInt8, page: [UInt8], salt: UInt8)](repeating: (2, changed, 9), count: 20)
        #expect(StoreLog.holdsOnlyMarks(Self.log([(3, marked, 1)] + stale), number: 3, page: Self.page))
        // More marks than a process leaves.
        let marks = [(number: UInt8, page: [UInt8], salt: UInt8)](repeating: (3, marked, 1), count: 17)
        #expect(!StoreLog.holdsOnlyMarks(Self.log(marks), number: 3, page: Self.page))
        // Pages of another size.
        var log = Self.log([(3, marked, 1)])
        log[10] = 4
        #expect(!StoreLog.holdsOnlyMarks(log, number: 3, page: Self.page))
    }

    @Test(arguments: 0..<4) func aLogOfAnyBytesIsNoTrap(_ seed: UInt64) {
        var generator = SeededGenerator(seed)
        for _ in HostileTime.rounds(200, cases: 4) {
            var log = Self.log([(3, Self.page, 1), (3, Self.page, 1)])
            for _ in 0..<Int.random(in: 0...4, using: &generator) {
                log[Int.random(in: 0..<log.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            log.removeLast(Int.random(in: 0...log.count, using: &generator))
            let frames = log.dropFirst(32)
            let isTaken = StoreLog.holdsOnlyMarks(log, number: 3, page: Self.page)
            // Where another page is in the first frame, it is not taken.
            if frames.count >= 536, log[40..<48] == log[16..<24], Array(frames.prefix(4)) != [0, 0, 0, 3] {
                #expect(!isTaken)
            }
        }
    }
}
