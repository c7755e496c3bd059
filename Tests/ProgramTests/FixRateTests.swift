import Testing
import WaldoTime

@testable import WaldoApp

/// How many fixes of gpsd are stored.
@Suite struct FixRateTests {
    /// How many of these fixes are stored, a second's worth of which come `perSecond` times.
    private func stored(perSecond: Int, seconds: Int, after rate: inout FixRate, from begin: Int = 0) -> Int {
        (0..<perSecond * seconds).count { number in
            rate.admits(at: Instant(microseconds: Int64(begin * 1_000_000 + number * 1_000_000 / perSecond)))
        }
    }

    @Test(arguments: [1, 5, 10, 18, 20]) func aReceiverStaysWhole(perSecond: Int) {
        var rate = FixRate()
        #expect(stored(perSecond: perSecond, seconds: 600, after: &rate) == perSecond * 600)
    }

    @Test(arguments: [25, 100, 1_000]) func ofMoreTwentyASecondAre(perSecond: Int) {
        var rate = FixRate()
        let stored = stored(perSecond: perSecond, seconds: 600, after: &rate)
        #expect((12_000...12_040).contains(stored), "\(stored)")
    }

    @Test func whatComesAtOnceAfterADelayStaysWhole() {
        var rate = FixRate()
        #expect(stored(perSecond: 18, seconds: 60, after: &rate) == 18 * 60)
        // Two seconds in which nothing came, whose fixes come together, while it goes on.
        let late = (0..<36).count { _ in rate.admits(at: Instant(microseconds: 62_000_000)) }
        #expect(late == 36)
        #expect(stored(perSecond: 18, seconds: 60, after: &rate, from: 62) == 18 * 60)
    }

    @Test func ofAFloodAtOneTimeFortyAre() {
        var rate = FixRate()
        #expect((0..<10_000).count { _ in rate.admits(at: Instant(microseconds: 5)) } == 40)
    }
}
