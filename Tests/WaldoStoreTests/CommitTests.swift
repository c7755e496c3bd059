import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// When rows are committed, on a clock that the test moves.
struct CommitTests {
    @Test func aRowIsCommittedWithin100Milliseconds() throws {
        let store = try HandDrivenStore(in: try TemporaryFolder())
        store.writer.record(.bytes(channel: 0, [1]), at: 5)
        #expect(try store.turn(at: 1_000_000) == .waitForMuch(.milliseconds(80)))
        #expect(try store.rows("reading") == 0)
        store.writer.record(.bytes(channel: 0, [2]), at: 6)
        #expect(try store.turn(at: 1_079_999) == .waitForMuch(.microseconds(1)))
        #expect(try store.rows("reading") == 0)
        try store.turn(at: 1_080_000)
        #expect(try store.rows("reading") == 2)
    }

    @Test func theNextRowsWaitFromTheirOwnArrival() throws {
        let store = try HandDrivenStore(in: try TemporaryFolder())
        store.writer.record(.linkUp, at: 5)
        try store.turn(at: 0)
        try store.turn(at: 80_000)
        store.writer.record(.linkDown, at: 6)
        #expect(try store.turn(at: 500_000) == .waitForMuch(.milliseconds(80)))
    }

    @Test func manyReadingsAreCommittedAtOnce() throws {
        let store = try HandDrivenStore(in: try TemporaryFolder())
        for number in 0..<255 { store.writer.record(.bytes(channel: 0, [UInt8(number)]), at: 5) }
        #expect(try store.turn(at: 0) == .waitForMuch(.milliseconds(80)))
        store.writer.record(.bytes(channel: 0, [255]), at: 5)
        try store.turn(at: 1)
        #expect(try store.rows("reading") == 256)
    }

    @Test func commitsAreMadeDurableWithinFiveSeconds() throws {
        let store = try HandDrivenStore(in: try TemporaryFolder())
        #expect(try store.turn(at: 0) == .waitForAny(nil))
        store.writer.record(.linkUp, at: 5)
        try store.turn(at: 0)
        try store.turn(at: 80_000)
        // Synced two seconds after the commit, and then there is nothing to wait for.
        #expect(try store.turn(at: 80_001) == .waitForAny(.microseconds(1_999_999)))
        #expect(try store.turn(at: 2_080_000) == .waitForAny(nil))
    }

    @Test func aClosedRingIsWrittenAtOnceAndEndsTheSession() throws {
        let store = try HandDrivenStore(in: try TemporaryFolder())
        store.writer.record(.bytes(channel: 0, [1]), at: 5)
        try store.turn(at: 0)
        try store.finish()
        let reader = try StoreReader(path: store.path)
        #expect(try reader.surveys().first?.sessions.first?.ending == .clean)
        #expect(try reader.connection.texts("PRAGMA journal_mode") == ["delete"])
        #expect(!FileIdentity.hasLog(store.path))
    }

    @Test func theThreadWritesAndEnds() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/s.gpkg"
        let writer = try StoreWriter.create(path: path, description: Fixtures.description, whenFull: .wait)
        for number in 0..<20_000 {
            writer.record(
                .bytes(channel: 0, [UInt8(number & 255), UInt8(number >> 8)]), at: Instant(microseconds: Int64(number)))
        }
        #expect(writer.finish(within: .seconds(60)))
        let reader = try StoreReader(path: path)
        #expect(try reader.check() == [])
        var next = 0
        try reader.events(of: 1) { event, at in
            #expect(event == .bytes(channel: 0, [UInt8(next & 255), UInt8(next >> 8)]))
            next += 1
            return true
        }
        #expect(next == 20_000)
    }

    @Test func nothingIsRecordedBehindTheEnd() throws {
        let folder = try TemporaryFolder()
        let writer = try StoreWriter.create(path: folder.path + "/s.gpkg", description: Fixtures.description)
        #expect(writer.finish(within: .seconds(60)))
        writer.record(.linkUp, at: 1)
        #expect(writer.finish(within: .seconds(60)) && writer.failure == nil)
    }
}
