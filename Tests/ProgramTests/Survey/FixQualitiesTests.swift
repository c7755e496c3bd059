import Testing
import WaldoSurvey
import WaldoTime

@testable import WaldoApp

/// What receivers state with their fixes.
@Suite struct FixQualitiesTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant(microseconds: milliseconds * 1_000) }

    private func fix(_ source: Fix.Source, _ milliseconds: Int64, _ satellites: Int?, isValid: Bool = true) -> Fix {
        Fix(
            source: source, at: at(milliseconds), place: Place(x: 4, y: 50, accuracy: 4), isValid: isValid,
            satellites: satellites)
    }

    @Test func theNearestFixCountsForTwoSecondsAndAHalf() {
        var qualities = FixQualities(of: [.gpsd])
        for (time, satellites) in [(0, 5), (10_000, 9)] { qualities.add(fix(.gpsd, Int64(time), satellites)) }
        #expect(qualities.quality(at: at(2_500))?.satellites == 5)
        #expect(qualities.quality(at: at(2_501)) == nil)
        #expect(qualities.quality(at: at(7_499)) == nil)
        #expect(qualities.quality(at: at(7_500))?.satellites == 9)
        #expect(qualities.quality(at: at(12_501)) == nil)
    }

    @Test func theFirstSourceWithANearFixCounts() {
        var qualities = FixQualities(of: [.message, .gpsd])
        qualities.add(fix(.message, 0, 4))
        for time in [0, 5_000] as [Int64] { qualities.add(fix(.gpsd, time, 8)) }
        #expect(qualities.quality(at: at(1_000))?.satellites == 4)
        #expect(qualities.quality(at: at(5_000))?.satellites == 8)
    }

    @Test func whatStatesNothingIsOldOrOfAnotherSourceIsLeftOut() {
        var qualities = FixQualities(of: [.gpsd])
        qualities.add(fix(.gpsd, 1_000, 7))
        qualities.add(fix(.gpsd, 1_100, nil))
        qualities.add(fix(.gpsd, 1_200, 6, isValid: false))
        qualities.add(fix(.gpsd, 900, 5))
        qualities.add(fix(.fixed, 1_300, 4))
        for time in [800, 1_300] as [Int64] { #expect(qualities.quality(at: at(time))?.satellites == 7) }
    }
}
