import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// What does not fit is counted exactly.
struct OverflowTests {
    @Test(arguments: 0..<8 as Range<UInt64>)
    func receivedIsStoredPlusOverflowed(_ seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let store = try HandDrivenStore(in: try TemporaryFolder(), capacity: 1 << 18)
        var received: [Int64] = [0, 0], kept: [Int64] = [0, 0], dropped: [Int64] = [0, 0]
        for number in 0..<3000 {
            let channel = Int.random(in: 0...1, using: &random)
            let size = Int.random(in: 0...500, using: &random)
            received[channel] += Int64(size)
            let at = Instant(microseconds: Int64(number))
            if store.writer.record(.bytes(channel: channel, [UInt8](repeating: 7, count: size)), at: at) {
                kept[channel] += Int64(size)
            } else {
                dropped[channel] += 1
            }
            if Int.random(in: 0...700, using: &random) == 0 { try store.commit() }
        }
        try store.finish()
        let reader = try StoreReader(path: store.path)
        let accounts = try #require(try reader.surveys().first?.sessions.first?.accounts)
        #expect(accounts.map(\.received) == received)
        #expect(accounts.map(\.stored) == kept)
        #expect(accounts.map(\.overflowedRows) == dropped && dropped[0] > 0)
        #expect(accounts.allSatisfy(\.isEven) && store.writer.lostRows == Int(dropped[0] + dropped[1]))
        #expect(try reader.check() == [])
    }

    @Test func aFloodOfReadingsLeavesRoomForWhatIsComputed() throws {
        let store = try HandDrivenStore(in: try TemporaryFolder(), capacity: 1 << 18)
        let bytes = [UInt8](repeating: 1, count: 200)
        var stored = 0
        while store.writer.record(.bytes(channel: 0, bytes), at: 1) { stored += 1 }
        // A record is 221 bytes and 4 of length; a quarter of the ring stays free.
        #expect(stored == (1 << 18) * 3 / 4 / 225)
        store.writer.stream(0, Fixtures.streams[0])
        for number in 0..<100 { store.writer.sample(Fixtures.sample(Int64(number))) }
        #expect(store.writer.lostRows == 1)
        try store.finish()
        #expect(try store.rows("sample") == 100)
    }

    @Test func aFloodOfPlacesLeavesRoomForReadings() throws {
        let store = try HandDrivenStore(in: try TemporaryFolder(), capacity: 1 << 18)
        let fix = SurveyEvent.fix(Fix(source: .gpsd, at: 1, place: Place(x: 2, y: 48)))
        while store.writer.record(fix, at: 1) {}
        #expect(!store.writer.record(fix, at: 2))
        let bytes = [UInt8](repeating: 1, count: 200)
        for _ in 0..<(1 << 18) / 4 / 225 - 1 { #expect(store.writer.record(.bytes(channel: 0, bytes), at: 3)) }
        try store.finish()
        let session = try #require(try StoreReader(path: store.path).surveys().first?.sessions.first)
        #expect(session.lost == [.init(kind: "fix", rows: 2)])
    }

    @Test func fixesThatAreLeftOutAreCountedAndAreNoLostRows() throws {
        let store = try HandDrivenStore(in: try TemporaryFolder())
        for _ in 0..<300 { store.writer.leaveFixOut() }
        #expect(store.writer.record(.fix(Fix(source: .gpsd, at: 1, place: Place(x: 2, y: 48))), at: 1))
        store.writer.leaveFixOut()
        #expect(store.writer.lostRows == 0)
        try store.finish()
        let reader = try StoreReader(path: store.path)
        let session = try #require(try reader.surveys().first?.sessions.first)
        #expect(session.lost == [.init(kind: "surplusFix", rows: 301)] && session.fixes == 1)
        #expect(session.lost.allSatisfy(\.isSurplus) && !SessionSummary.Lost(kind: "fix", rows: 1).isSurplus)
        #expect(try reader.check() == [])
    }

    @Test func rowsOfOtherKindsAreCountedByKind() throws {
        let store = try HandDrivenStore(in: try TemporaryFolder(), capacity: 1 << 18)
        store.writer.stream(0, Fixtures.streams[0])
        var given: Int64 = 0
        while store.writer.lostRows < 10 {
            store.writer.sample(Fixtures.sample(given))
            given += 1
        }
        for _ in 0..<3 { #expect(!store.writer.record(.linkUp, at: 1)) }
        try store.commit()
        try store.finish()
        let session = try #require(try StoreReader(path: store.path).surveys().first?.sessions.first)
        #expect(session.lost == [.init(kind: "link", rows: 3), .init(kind: "sample", rows: 10)])
        #expect(session.runs.first?.samples == given - 10)
    }

    @Test func aRecordThatIsTooLongIsCounted() throws {
        let store = try HandDrivenStore(in: try TemporaryFolder())
        #expect(!store.writer.record(.bytes(channel: 0, [UInt8](repeating: 1, count: 70_000)), at: 1))
        store.writer.reject(Reject(at: 1, channel: 0, bytes: [UInt8](repeating: 1, count: 70_000), reason: .stray))
        #expect(store.writer.record(.bytes(channel: 0, [1]), at: 2))
        try store.finish()
        let session = try #require(try StoreReader(path: store.path).surveys().first?.sessions.first)
        #expect(session.accounts.first?.overflowed == 70_000 && session.accounts.first?.received == 70_001)
        #expect(session.lost == [.init(kind: "reject", rows: 1)])
    }
}
