import CSQLite
import Glibc
import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// What others find that open a store between any two statements of its writer.
struct WriterStepTests {
    /// Takes `step` before each statement of a writer: a session begins in a new file, commits, checkpoints and ends,
    /// and another begins in the same file at once.
    private func atEachStep(
        in folder: TemporaryFolder, prepare: (String) throws -> Void = { _ in },
        _ step: @escaping (String) throws -> Void
    ) throws {
        for appending in [false, true] {
            let store = try HandDrivenStore(in: folder, appending: appending) { file in
                try prepare(file.path)
                let path = file.path
                Self.trace(file.connection) { statement in
                    do { try step(path) } catch { Issue.record("before \"\(statement)\": \(error)") }
                }
            }
            store.writer.record(.bytes(channel: 0, [1]), at: 1)
            try store.commit()
            try store.turn(at: Instant(microseconds: 80_000) + StoreEngine.syncInterval)
            store.writer.record(.bytes(channel: 0, [2]), at: 2)
            try store.finish()
        }
    }

    private final class Tracer {
        let take: (String) -> Void
        init(_ take: @escaping (String) -> Void) { self.take = take }
    }

    /// Calls `take` before each statement of a connection, for as long as the process lives.
    private static func trace(_ connection: Connection, _ take: @escaping (String) -> Void) {
        sqlite3_trace_v2(
            connection.handle, UInt32(SQLITE_TRACE_STMT),
            { _, context, _, text in
                guard let context, let text else { return 0 }
                let statement = String(cString: text.assumingMemoryBound(to: CChar.self))
                Unmanaged<Tracer>.fromOpaque(context).takeUnretainedValue().take(statement)
                return 0
            }, Unmanaged.passRetained(Tracer(take)).toOpaque())
    }

    @Test func aReaderOpensTheFileAtAnyStep() throws {
        let folder = try TemporaryFolder()
        let link = folder.path + "/link.gpkg"
        symlink(folder.path + "/s.gpkg", link)
        var steps = 0
        try atEachStep(in: folder) { path in
            steps += 1
            for name in [path, link] { _ = try StoreReader(path: name) }
        }
        #expect(steps > 50)
    }

    @Test func aReaderThatIsOpeningTheFileGoesOnAtAnyStep() throws {
        let folder = try TemporaryFolder()
        // It keeps the file in write-ahead mode, so that the second session begins there.
        var opening: Connection?
        try atEachStep(
            in: folder,
            prepare: { path in
                guard opening == nil else { return }
                let connection = try Connection(path, for: .reading, patience: 1)
                try StoreCheck.schema(of: connection)
                opening = connection
            }, { _ in try StoreCheck.log(of: try #require(opening)) })
        #expect(try opening?.texts("PRAGMA journal_mode") == ["wal"])
    }

    private func readings(_ path: String, evenWithoutLog: Bool = false) throws(StoreError) -> Int64? {
        let reader = try StoreReader(path: path, evenWithoutLog: evenWithoutLog)
        return try reader.connection.number("SELECT count(*) FROM reading")
    }

    @Test func aCopyWithoutItsLogIsRefusedAtAnyStepOrHasAllRows() throws {
        let folder = try TemporaryFolder()
        let copy = folder.path + "/copy.gpkg"
        var refused = 0, taken = 0
        try atEachStep(in: folder) { path in
            for suffix in ["", "-wal", "-shm"] { unlink(copy + suffix) }
            try copyFile(path, to: copy)
            do throws(StoreError) {
                let readings = (try readings(copy), try readings(path, evenWithoutLog: true))
                #expect(readings.0 == readings.1)
                taken += 1
            } catch {
                guard error.kind == .withoutLog else { throw error }
                refused += 1
            }
        }
        #expect(refused > 0 && taken > 0)
    }

    @Test func aFileKilledWithinACheckpointIsWholeAfterAnEdit() throws {
        let folder = try TemporaryFolder()
        let store = try HandDrivenStore(in: folder)
        store.writer.record(.bytes(channel: 0, [1]), at: 1)
        try store.commit()
        try store.file.connection.execute("UPDATE waldo_schema SET whole = 0")
        let killed = folder.path + "/killed.gpkg"
        for suffix in ["", "-wal"] { try copyFile(store.path + suffix, to: killed + suffix) }
        let follower = try StoreReader(path: killed)
        try StoreEditor(path: killed).close()
        #expect(try follower.surveys().count == 1)
        #expect(try StoreReader(path: killed).surveys().first?.sessions.first?.readings == 1)
    }
}
