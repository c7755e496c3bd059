/// Whether counts are more than chance explains, given those of another time: the conditional test of two Poisson
/// counts. If both have the same rate, n1 of the N = n0 + n1 counts are distributed binomially with p = T1 / (T0 + T1).
enum BinomialTest {
    /// The most counts for which the probability is summed exactly; above, it is compared as normally distributed.
    static let maxExactCounts = 1e6

    /// Whether at least `n1` counts in `t1` would come with no more than this probability, given `n0` in `t0`.
    /// - Parameter sigma: the same bound in standard deviations of a normal distribution.
    static func isSignificant(
        _ n1: Double, in t1: Double, against n0: Double, in t0: Double, probability: Double, sigma: Int
    ) -> Bool {
        guard t1 > 0, t0 > 0, n1 > 0 else { return false }
        let (count, p) = (n0 + n1, t1 / (t0 + t1))
        // At or below its expectation a count has a tail of about a half.
        guard n1 > count * p else { return false }
        guard count <= maxExactCounts else {
            return n1 - count * p > Double(sigma) * (count * p * (1 - p)).squareRoot()
        }
        return tail(atLeast: n1.rounded(), of: count.rounded(), p) <= probability
    }

    /// The probability of at least so many of `count` events of probability p.
    ///
    /// The terms are summed relative to the largest, at the mode, by the ratio of neighbours: nothing can overflow, and
    /// what underflows is below any bound. Terms smaller than 1e-20 of the largest do not change the whole sum.
    static func tail(atLeast least: Double, of count: Double, _ p: Double) -> Double {
        let q = 1 - p
        let mode = min(count, ((count + 1) * p).rounded(.down))
        var all = 1.0
        var tail = mode >= least ? 1.0 : 0.0
        var term = 1.0
        var k = mode
        while k < count {
            term *= (count - k) / (k + 1) * (p / q)
            k += 1
            if term == 0 { break }
            all += term
            if k >= least { tail += term }
            // From here on the terms shrink at least as fast as this one does.
            if k >= least, term < tail * 1e-20 { break }
        }
        term = 1
        k = mode
        while k > 0 {
            term *= k / (count - k + 1) * (q / p)
            k -= 1
            if term < 1e-20 { break }
            all += term
            if k >= least { tail += term }
        }
        return tail / all
    }
}
