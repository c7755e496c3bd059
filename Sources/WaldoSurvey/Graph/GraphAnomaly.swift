public import WaldoTime

/// Which counts are compared with which, and how improbable chance must be.
public struct GraphAnomaly: Equatable, Sendable {
    /// The time over which the newest counts are summed; nil: each bin by itself.
    public var over: TimeSpan?
    /// The time before it, whose counts are the baseline.
    public var baseline: TimeSpan
    /// It is raised when at least so many counts would come by chance with no more than this probability.
    public var probability: Double
    /// The same bound in standard deviations, for counts that are too many for an exact sum.
    public var sigma: Int

    /// Creates an anomaly from its parts.
    public init(over: TimeSpan? = nil, baseline: TimeSpan, probability: Double, sigma: Int) {
        self.over = over
        self.baseline = baseline
        self.probability = probability
        self.sigma = sigma
    }

    /// The probability that a normally distributed number exceeds its mean by more than 1 to 7 standard deviations:
    /// erfc(k / sqrt(2)) / 2, a constant table because the graph computes no error function.
    public static let oneSided: [Double] = [
        0.15865525393145705, 0.02275013194817921, 0.0013498980316300946, 3.1671241833119924e-05,
        2.866515718791939e-07, 9.86587645037698e-10, 1.279812543885835e-12,
    ]
}
