import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoPanel

/// Which connection is closed to make place for another, and what is remembered about a source; on a clock that the
/// test moves.
@Suite struct PanelPlacesTests {
    private let here = PanelSource([127, 0, 0, 1]), phone = PanelSource([192, 0, 2, 7])

    private func holders(_ source: PanelSource, _ acted: [Instant]) -> [PanelPlaces.Holder] {
        acted.map { .init(source: source, acted: $0) }
    }

    @Test func whileThereIsRoomNobodyGivesWay() {
        let places = PanelPlaces(limit: 4, limitPerSource: 2)
        #expect(places.admit(here, among: []) == .free)
        #expect(places.admit(here, among: holders(here, [1]) + holders(phone, [2, 3])) == .free)
    }

    @Test func aSourceThatHasItsSharePushesOutItsOwn() {
        let places = PanelPlaces(limit: 8, limitPerSource: 3)
        #expect(places.admit(here, among: holders(phone, [0]) + holders(here, [9, 5, 7])) == .evicting(2))
    }

    @Test func whoDrivesGivesWayToNobody() {
        let places = PanelPlaces(limit: 8, limitPerSource: 2)
        var two = holders(here, [1, 2])
        two[0].stays = true
        #expect(places.admit(here, among: two) == .evicting(1))
        two[1].stays = true
        #expect(places.admit(here, among: two) == .refused)
    }

    @Test func aNewSourceGetsAPlaceOfTheOneThatHasMost() {
        let places = PanelPlaces(limit: 5, limitPerSource: 3)
        let all = holders(phone, [0, 1]) + holders(here, [9, 8, 7])
        #expect(places.admit(PanelSource([192, 0, 2, 8]), among: all) == .evicting(4))
    }

    /// However many of its addresses a machine uses, and however they are written.
    @Test func aSourceIsAMachineAnAddressOrANetwork() {
        #expect(PanelSource([127, 0, 0, 1]) == PanelSource([127, 1, 2, 3]))
        #expect(PanelSource([UInt8](repeating: 0, count: 15) + [1]) == here && "\(here)" == "this machine")
        let mapped: [UInt8] = [UInt8](repeating: 0, count: 10) + [0xff, 0xff, 192, 0, 2, 7]
        #expect(PanelSource(mapped) == phone && "\(phone)" == "192.0.2.7")
        let network: [UInt8] = [0x20, 1, 0x0d, 0xb8, 0, 1, 0, 2]
        let one = PanelSource(network + [1, 2, 3, 4, 5, 6, 7, 8]),
            other = PanelSource(network + [9, 9, 9, 9, 9, 9, 9, 9])
        #expect(one == other && "\(one)" == "2001:db8:1:2::/64")
        #expect(one != PanelSource([0x20, 1, 0x0d, 0xb8, 0, 1, 0, 3, 1, 2, 3, 4, 5, 6, 7, 8]))
    }

    @Test func aFloodOfConnectionsIsTakenAtAPace() {
        var pace = AcceptPace()
        for _ in 1..<AcceptPace.maxCount { #expect(pace.count(at: 1_000_000) == nil) }
        #expect(pace.count(at: 1_000_010) == 1_040_000)
        #expect(pace.count(at: 1_040_000) == nil)
    }

    @Test func aWrongTokenIsToldOnceForEachSource() {
        var sources = PanelSources()
        #expect(sources.tokenWasWrong(phone, at: 0) == true)
        for _ in 0..<100 { #expect(sources.tokenWasWrong(phone, at: 0) == false) }
        #expect(sources.tokenWasWrong(here, at: 0) == true, "others have nothing to do with it")
    }

    @Test func whoWaitsForItsRefusalGivesWayFirst() {
        let places = PanelPlaces(limit: 8, limitPerSource: 3)
        var three = holders(here, [1, 2, 3])
        three[1].isRefused = true
        #expect(places.admit(here, among: three) == .evicting(1))
        three[2].isRefused = true
        #expect(places.admit(here, among: three) == .evicting(1), "the one that has waited longest")
    }

    @Test func noNumberOfSourcesFillsMemoryOrTheLog() {
        var sources = PanelSources()
        var reported = 0
        for index in 0..<10_000 {
            let source = PanelSource([10, 0, UInt8(index >> 8), UInt8(index & 255)])
            if sources.tokenWasWrong(source, at: Instant(microseconds: Int64(index))) { reported += 1 }
        }
        #expect(reported == PanelSources.maxRecords)
        #expect(sources.count == PanelSources.maxRecords)
    }

    @Test func comingAnewResetsNoLimitOfMessages() {
        var sources = PanelSources()
        sources.spend(5_001, since: 0, by: phone, at: 400_000)
        #expect(sources.messagesSpent(by: phone, at: 999_999) == 5_001)
        #expect(sources.messagesSpent(by: here, at: 999_999) == 0)
        sources.spend(5_002, since: 500_000, by: phone, at: 600_000)
        #expect(sources.messagesSpent(by: phone, at: 999_999) == 5_002, "what was inherited is counted once")
        #expect(sources.messagesSpent(by: phone, at: 1_000_000) == 0)
        sources.spend(300, since: 1_000_000, by: phone, at: 1_200_000)
        #expect(sources.messagesSpent(by: phone, at: 1_300_000) == 300)
    }
}
