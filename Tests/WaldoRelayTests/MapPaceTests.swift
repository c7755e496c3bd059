import Testing
import WaldoTime

@testable import WaldoRelay

/// When the map's sums are brought up to date.
@Suite struct MapPaceTests {
    private let start = Instant(microseconds: 5_000_000)

    @Test func aStaleMapIsRefreshedEachSecond() {
        var pace = MapPace(at: start)
        let refreshes = [999, 1_000, 1_999, 2_000].map { pace.refreshes(at: start + .milliseconds($0)) }
        #expect(refreshes == [false, true, false, true])
    }

    @Test func aMapThatLacksNothingIsRefreshedEachMinuteUntilSomethingComes() {
        var pace = MapPace(at: start)
        pace.isStale = false
        let refreshes = [59_999, 60_000, 90_000].map { pace.refreshes(at: start + .milliseconds($0)) }
        #expect(refreshes == [false, true, false])
        pace.isStale = true
        let isRefreshed = pace.refreshes(at: start + .seconds(90))
        #expect(isRefreshed)
    }
}
