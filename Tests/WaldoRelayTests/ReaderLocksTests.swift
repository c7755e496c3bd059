import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoRelay

/// A reader keeps the room for locks, which is the whole server's, from nobody.
@Suite(.serialized) struct ReaderLocksTests {
    /// Begins transactions within transactions. Each changes a row, so that it has a number, and a lock on that.
    private func nest(_ count: Int, _ reader: DatabaseConnection, database: String? = nil) throws(DatabaseError) {
        let place = database.map { " IN DATABASE \($0)" } ?? ""
        for _ in 0..<count / 50 {
            let pair = [4096, 4097].map { "SAVEPOINT a; ALTER ROLE CURRENT_USER\(place) SET work_mem = \($0);" }
                .joined()
            try reader.script(SQL(test: String(repeating: pair, count: 25)))
        }
    }

    @Test func theOwnersJobEndsASessionWithManyLocks() async throws {
        let server = try await RealPostgres.common()
        try server.database("locks")
        let ingest = Ingest(try server.plan("locks", user: "collector").open())
        let other = try server.plan("locks", user: "reader").open(),
            reader = try server.plan("locks", user: "reader").open()
        for session in [other, reader] { try session.query("BEGIN") }
        try other.query("SELECT count(*) FROM waldo.samples")
        try nest(50, reader)
        #expect(try ingest.endLongReaders() == 0)
        try nest(1500, reader)
        #expect(try ingest.endLongReaders() == 1)
        let error = #expect(throws: DatabaseError.self) { try reader.query("SELECT 1") }
        #expect(error?.kind == .lost)
        try other.query("SELECT 1")
    }

    @Test func theLocksOfALoginCountTogetherAndTheOwnerSetsHowMany() async throws {
        let server = try await RealPostgres.common()
        try server.database("login_locks")
        let owner = try server.plan("login_locks").open()
        let ingest = Ingest(try server.plan("login_locks", user: "collector").open())
        let readers = try [nil, "login_locks", "postgres", "template1"].map { database in
            let reader = try server.plan("login_locks", user: "reader").open()
            try reader.query("BEGIN")
            try nest(300, reader, database: database)
            return reader
        }
        try owner.query("UPDATE waldo.reader_limit SET locks = 10000")
        #expect(try ingest.endLongReaders() == 0)
        try owner.query("UPDATE waldo.reader_limit SET locks = DEFAULT")
        #expect(try ingest.endLongReaders() > 0)
        let left = readers.filter { (try? $0.query("SELECT 1")) != nil }
        #expect(left.count < readers.count)
    }

    @Test func whoTakesAllRoomForLocksIsEndedByTheCollectorThatFindsNone() async throws {
        let server = try await RealPostgres()
        for setting in ["max_connections = 40", "max_locks_per_transaction = 20"] {
            _ = try server.rows(SQL(test: "ALTER SYSTEM SET \(setting)"), in: "postgres")
        }
        try await server.kill()
        try await server.restart()
        try server.database("crowded")
        let ingest = Ingest(
            try server.plan("crowded", user: "collector").open(), readersInterval: .milliseconds(0))
        let sample = CraftedStation.Sample()
        #expect(try ingest.store(CraftedStation(1).group([sample])).streams.map(\.inserted) == [1])
        let reader = try server.plan("crowded", user: "reader").open()
        try reader.query("BEGIN")
        try reader.query("SAVEPOINT a")
        for _ in 0..<3 {
            #expect(throws: DatabaseError.self) { try nest(10_000, reader) }
            try reader.query("ROLLBACK TO a")
        }
        #expect(throws: DatabaseError.self) { try nest(50, reader) }
        let next = try CraftedStation(2).group([sample])
        let error = #expect(throws: DatabaseError.self) { try ingest.store(next) }
        #expect(error?.kind == .locked, "\(error?.reason ?? "")")
        let outcome = try await waitUntil("room for locks") { try? ingest.store(next) }
        #expect(outcome.streams.map(\.inserted) == [1] && outcome.endedReaders > 0)
        let ended = #expect(throws: DatabaseError.self) { try reader.query("SELECT 1") }
        #expect(ended?.kind == .lost)
    }
}
