import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoSurvey

@Suite struct SurveyClockTests {
    @Test func withoutARowThereIsNoDate() {
        #expect(SurveyClock().utc(of: 5) == nil)
    }

    /// A row at 1 s, and a step of the wall clock by an hour back at 61 s.
    @Test(arguments: [
        (0, 999_000_000), (1_000_000, 1_000_000_000), (60_999_999, 1_059_999_999), (61_000_000, -2_540_000_000),
        (61_000_001, -2_539_999_999),
    ])
    func theLastRowBeforeATimeGivesItsDate(_ time: Int64, _ utc: Int64) {
        var clock = SurveyClock()
        clock.add(utc: 1_000_000_000, at: 1_000_000)
        clock.add(utc: -2_540_000_000, at: 61_000_000)
        #expect(clock.utc(of: Instant(microseconds: time)) == utc)
    }

    @Test func theLaterOfTwoRowsHoldsAndAnEarlierOneIsIgnored() {
        var clock = SurveyClock()
        clock.add(utc: 100, at: 10)
        clock.add(utc: 200, at: 10)
        clock.add(utc: 900, at: 9)
        #expect(clock.utc(of: 10) == 200 && clock.utc(of: 9) == 199)
    }

    @Test func theOldestOf64RowsIsOverwritten() {
        var clock = SurveyClock()
        for row in Int64(0)..<70 { clock.add(utc: row * 1_000, at: Instant(microseconds: row * 10)) }
        for row in Int64(6)..<70 { #expect(clock.utc(of: Instant(microseconds: row * 10 + 9)) == row * 1_000 + 9) }
        #expect(clock.utc(of: 50) == 5_990)
    }

    @Test func aDateBeyond64BitsIsNone() {
        var clock = SurveyClock()
        clock.add(utc: .max, at: 0)
        #expect(clock.utc(of: 0) == .max && clock.utc(of: 1) == nil && clock.utc(of: .distantPast) != nil)
        clock.add(utc: 0, at: 1)
        #expect(clock.utc(of: Instant(microseconds: .max)) == Int64.max - 1)
    }
}
