import Foundation
import Testing
import WaldoSimulator

/// The simulation's random numbers, against Python's and against Poisson's distribution.
@Suite struct SimulationRandomTests {
    /// The first numbers of SplitMix64 as Rosetta Code lists them.
    @Test func theGeneratorIsSplitMix64() {
        var random = SimulationRandom(seed: 1_234_567)
        let numbers = (0..<5).map { _ in random.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }

    /// Computed by a Python program with the C library's logarithms, from the seed 7.
    private static let counts: [(mean: Double, first: [Int], sum: Int)] = [
        (0.56, [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 4, 1], 56_233),
        (3.3, [1, 4, 2, 6, 4, 4, 4, 3, 2, 4, 1, 6], 330_130),
        (9.9, [8, 14, 10, 8, 8, 11, 12, 7, 10, 15, 15, 12], 990_204),
        (10, [9, 15, 9, 10, 6, 14, 14, 11, 12, 8, 4, 15], 1_001_622),
        (28.5, [27, 37, 28, 28, 22, 35, 36, 30, 31, 26, 19, 37], 2_853_038),
        (1_000, [990, 1048, 996, 997, 960, 953, 1054, 1040, 1043, 1011, 1016, 986], 100_017_210),
        (60_000, [59923, 60373, 59967, 59978, 59689, 59636, 60416, 60308, 60332, 60083, 60125, 59890], 6_000_117_473),
    ]

    @Test(arguments: counts.indices) func countsAreThoseOfPython(_ index: Int) {
        let (mean, first, sum) = Self.counts[index]
        var random = SimulationRandom(seed: 7)
        let numbers = (0..<100_000).map { _ in random.poisson(mean) }
        #expect(Array(numbers.prefix(12)) == first && numbers.reduce(0, +) == sum)
    }

    /// Pearson's chi-square over the counts that are expected 20 times or more: below the quantile of 1 - 1e-6, by
    /// Wilson and Hilferty's approximation.
    @Test(arguments: [0.1, 0.56, 3.3, 9.9, 10, 12.5, 28.5, 150, 1_000])
    func countsFollowPoissonsDistribution(_ mean: Double) {
        var random = SimulationRandom(seed: UInt64(mean * 1_000))
        let draws = 200_000
        var found: [Int: Int] = [:], sum = 0.0, squares = 0.0
        for _ in 0..<draws {
            let count = random.poisson(mean)
            found[count, default: 0] += 1
            sum += Double(count)
            squares += (Double(count) - mean) * (Double(count) - mean)
        }
        let n = Double(draws)
        // Five standard deviations of the mean, and of the variance, whose own variance is (m + 2 m^2) / n.
        #expect(abs(sum / n - mean) < 5 * (mean / n).squareRoot())
        #expect(abs(squares / n - mean) < 5 * ((mean + 2 * mean * mean) / n).squareRoot())
        var statistic = 0.0, cells = 0.0, rest = n, others = draws
        for count in 0..<Int(mean + 12 * mean.squareRoot() + 20) {
            let expected = n * exp(Double(count) * log(mean) - mean - lgamma(Double(count) + 1))
            guard expected >= 20 else { continue }
            let difference = Double(found[count] ?? 0) - expected
            statistic += difference * difference / expected
            cells += 1
            rest -= expected
            others -= found[count] ?? 0
        }
        if rest >= 5 {
            statistic += (Double(others) - rest) * (Double(others) - rest) / rest
            cells += 1
        }
        let freedom = cells - 1, part = 2 / (9 * freedom)
        let root = 1 - part + 4.753 * part.squareRoot()
        #expect(statistic < freedom * root * root * root, "\(statistic) with \(freedom) degrees of freedom")
    }

    @Test func meansThatAreNone() {
        var random = SimulationRandom(seed: 1)
        for mean in [0, -1, -Double.infinity, .nan] { #expect(random.poisson(mean) == 0) }
        #expect((900_000_000...1_100_000_000).contains(random.poisson(.infinity)))
        for _ in 0..<1_000 {
            let unit = random.unit()
            #expect(unit > 0 && unit < 1)
        }
    }
}
