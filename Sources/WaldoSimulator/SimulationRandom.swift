/// Random numbers for a simulation: SplitMix64. The same seed gives the same numbers, bit for bit, on every machine.
public struct SimulationRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator; the seed determines all its numbers.
    public init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var bits = state
        bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
        return bits ^ bits >> 31
    }

    /// A number between 0 and 1, neither of them included, in steps of 2^-53.
    public mutating func unit() -> Double { (Double(next() >> 11) + 0.5) / 9_007_199_254_740_992 }

    /// A count by Poisson's distribution.
    ///
    /// Below a mean of 10 it counts exponential spans until their sum passes the mean; above, it is the transformed
    /// rejection PTRS of Hörmann (Insurance: Mathematics and Economics 12, 1993), whose constants these are.
    /// - Parameter mean: at most 1e9; less than 0, and NaN, count as 0.
    public mutating func poisson(_ mean: Double) -> Int {
        guard mean > 0 else { return 0 }
        return mean < 10 ? counted(mean) : rejected(min(mean, 1e9))
    }

    private mutating func counted(_ mean: Double) -> Int {
        var count = 0, sum = 0 - NaturalLogarithm.of(unit())
        while sum < mean {
            count += 1
            sum -= NaturalLogarithm.of(unit())
        }
        return count
    }

    private mutating func rejected(_ mean: Double) -> Int {
        let b = 0.931 + 2.53 * mean.squareRoot()
        let a = 0.024_83 * b - 0.059
        let inverse = 1.123_9 + 1.132_8 / (b - 3.4)
        let squeeze = 0.927_7 - 3.622_4 / (b - 2)
        let logarithm = NaturalLogarithm.of(mean)
        while true {
            let u = unit() - 0.5, v = unit()
            let us = 0.5 - u.magnitude
            let k = ((2 * a / us + b) * u + mean + 0.43).rounded(.down)
            if us >= 0.07, v <= squeeze { return Int(k) }
            guard k >= 0, us >= 0.013 || v <= us else { continue }
            let left = NaturalLogarithm.of(v * inverse / (a / (us * us) + b))
            if left <= k * logarithm - mean - NaturalLogarithm.ofFactorial(k) { return Int(k) }
        }
    }
}
