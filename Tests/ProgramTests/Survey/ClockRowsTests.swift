import Testing
import WaldoTime

@testable import WaldoApp

/// When a survey gets a row of the wall clock.
@Suite struct ClockRowsTests {
    /// 2026-11-21T07:15:00Z.
    private static let utc: Int64 = 1_795_245_300_000_000

    /// Whether rows are added at these times, in milliseconds, with one at the start.
    /// - Parameter moved: what is added to the wall clock after the start, in microseconds.
    private func added(at times: [Int64], moved: Int64 = 0) -> [Bool] {
        let start = Instant(microseconds: 3_000_000)
        var rows = ClockRows()
        return [rows.adds(Self.utc, at: start)]
            + times.map { rows.adds(Self.utc + $0 * 1_000 + moved, at: start + .milliseconds($0)) }
    }

    @Test func aClockThatRunsOnGetsARowEachMinute() {
        #expect(added(at: [59_999, 60_000, 119_999, 120_000]) == [true, false, true, false, true])
    }

    @Test(arguments: [-3_600_000_000, -10_001, 10_001, 3_600_000_000] as [Int64])
    func aClockThatWasSetGetsARowAtOnce(by moved: Int64) {
        #expect(added(at: [1_000, 2_000], moved: moved) == [true, true, false])
    }

    @Test(arguments: [-10_000, 10_000] as [Int64])
    func aClockThatIsAdjustedByTenMillisecondsWasNotSet(by moved: Int64) {
        #expect(added(at: [1_000, 2_000], moved: moved) == [true, false, false])
    }
}
