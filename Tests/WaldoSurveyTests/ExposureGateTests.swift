import Testing
import WaldoCore
import WaldoTime

@testable import WaldoSurvey

/// Which of the exposures that overlap count: of a log, whose lines have times of their own, and of messages, which are
/// dated by their arrival.
struct ExposureGateTests {
    /// Whether each of the exposures that end at these seconds counts.
    private func passed(
        _ ends: [Double], interval: Double? = 5, exposure: Double = 5, isLog: Bool = true
    ) -> [Bool] {
        func span(_ seconds: Double) -> TimeSpan { .microseconds(Int64(seconds * 1e6)) }
        var gate = ExposureGate(interval: interval.map(span), exposure: span(exposure), isLog: isLog)
        return ends.map { gate.passes(.seconds($0 - exposure), .seconds($0)) }
    }

    /// What was missing before, ten seconds or a minute, pays for no copy.
    @Test(arguments: [[5.0, 10], [5, 10, 45, 50], [5, 10, 20, 25], [5, 10, 75, 80], [5, 75], [5, 9_000]])
    func aLineThatIsThereTwiceCountsOnce(_ before: [Double]) {
        let last = before.last!
        let ends = before + [last, last, last, last + 5, last + 10, last + 10]
        let passed = passed(ends)
        #expect(passed == before.map { _ in true } + [false, false, false, true, true, false], "\(before)")
        // Lines that are dated as those before them.
        #expect(self.passed(before + [last - 5, last - 2, last + 5]).suffix(3) == [false, false, true])
    }

    /// A clock shows whole seconds: lines of five seconds are four or six apart.
    @Test func whatAClockHidesIsNoOverlap() {
        #expect(passed([5, 9, 15, 20, 24, 29, 35, 40]).allSatisfy { $0 })
        // Lines of one second each: one second has two of them, and the one before has none.
        #expect(passed([1, 2, 3, 5, 5, 6], interval: 1, exposure: 1).allSatisfy { $0 })
        #expect(
            passed([1, 2, 3, 5, 5, 5, 6], interval: 1, exposure: 1) == [true, true, true, true, true, false, true])
        #expect(passed([1, 2, 40, 40, 41, 41], interval: 1, exposure: 1) == [true, true, true, false, true, false])
        // Five in each second.
        let fives = Array(repeating: 40.0, count: 6) + Array(repeating: 41.0, count: 6)
        let five = Array(repeating: true, count: 5) + [false]
        #expect(passed([1] + fives, interval: 0.2, exposure: 0.2) == [true] + five + five)
    }

    /// A second in each five.
    @Test func exposuresWithPausesBetweenThemCountOnce() {
        #expect(passed([1, 6, 6, 11, 16, 16], exposure: 1) == [true, true, false, true, true, false])
    }

    /// The counts of the last second, twice a second, and a stream whose interval is not known.
    @Test func exposuresThatOverlapCountOnce() {
        #expect(passed([1, 1.5, 2, 2.5, 3], interval: 0.5, exposure: 1) == [true, false, true, false, true])
        #expect(passed([5, 10, 75, 75, 80], interval: nil) == [true, true, true, false, true])
    }

    /// A stalled link delivers together what it has held.
    @Test func messagesMayBeLate() {
        #expect(passed([5, 10, 30, 30, 30.1, 30.1, 35], isLog: false).allSatisfy { $0 })
        #expect(passed([5, 10, 30, 30, 30, 30, 30], isLog: false).suffix(2) == [true, false])
    }
}
