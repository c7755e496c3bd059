import Testing
import WaldoTime

/// Waits between attempts.
@Suite struct RetryTests {
    @Test func waitsGrowAndTheLastOneRepeats() {
        var retry = Retry(Retry.Policy([.milliseconds(100), .seconds(1), .seconds(4)]))
        #expect(
            (0..<5).map { _ in retry.next().microseconds } == [100_000, 1_000_000, 4_000_000, 4_000_000, 4_000_000])
        retry.worked()
        #expect(retry.next() == .milliseconds(100))
    }

    @Test func doublingEndsAtTheLongest() {
        let policy = Retry.Policy(doubling: .seconds(1), to: .seconds(15))
        #expect(policy.waits == [.seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(15)])
    }

    @Test func onlyWhatWorkedForLongEnoughBeginsAgain() {
        var retry = Retry(Retry.Policy(doubling: .seconds(1), to: .seconds(60), steady: .seconds(60)))
        #expect([retry.next(), retry.next()] == [.seconds(1), .seconds(2)])
        retry.worked(for: .seconds(59))
        #expect(retry.next() == .seconds(4))
        retry.worked(for: .seconds(60))
        #expect(retry.next() == .seconds(1))
    }

    /// Repeats the same numbers in each run (Marsaglia, Xorshift RNGs, 2003).
    private struct Seeded: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }

    @Test func stationsThatLoseABrokerTogetherComeBackOneByOne() {
        var random = Seeded(state: 2)
        let policy = Retry.Policy(doubling: .milliseconds(250), to: .seconds(15), isSpread: true)
        let waits = (0..<1000).map { _ -> Int64 in
            var retry = Retry(policy)
            for _ in 0..<6 { _ = retry.next(using: &random) }
            return retry.next(using: &random).microseconds
        }
        #expect(waits.allSatisfy { (7_500_000...15_000_000).contains($0) })
        let most = Dictionary(grouping: waits) { $0 / 100_000 }.values.map(\.count).max() ?? 0
        #expect(most < 40, "\(most) within 100 ms; spread over 7.5 s there are 13 on average")
    }
}
