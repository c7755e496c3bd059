import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoRelay

/// Waits between attempts to reach a broker or a database.
@Suite struct RetryTests {
    @Test func waitsDoubleUpToALimitAndBeginAgainAfterASuccess() {
        var random = SeededGenerator(1), retry = Retry()
        for limit in [250_000, 500_000, 1_000_000, 2_000_000, 4_000_000, 8_000_000, 15_000_000, 15_000_000] as [Int64] {
            let wait = retry.next(using: &random).microseconds
            #expect(wait >= limit / 2 && wait <= limit, "\(wait) of \(limit)")
        }
        retry.succeeded()
        #expect(retry.next(using: &random) <= Retry.first)
    }

    @Test func stationsThatLoseABrokerTogetherComeBackOneByOne() {
        var random = SeededGenerator(2)
        let waits = (0..<1000).map { _ -> Int64 in
            var retry = Retry()
            for _ in 0..<6 { _ = retry.next(using: &random) }
            return retry.next(using: &random).microseconds
        }
        let most = Dictionary(grouping: waits) { $0 / 100_000 }.values.map(\.count).max() ?? 0
        #expect(most < 40, "\(most) within 100 ms; spread over 7.5 s there are 13 on average")
    }
}
