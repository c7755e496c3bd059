/// How long to wait before something that has failed is tried again: the waits grow up to a longest one, and begin
/// again once it has worked. A pure value.
public struct Retry: Equatable, Sendable {
    /// The waits of one kind of attempt.
    public struct Policy: Equatable, Sendable {
        /// The wait after the first failure, after the second one, and so on; the last one repeats.
        public let waits: [TimeSpan]
        /// Whether a wait is random between a half and the whole, so that a thousand stations do not come back to a
        /// server at the same moment.
        public let isSpread: Bool
        /// For how long it must have worked until the waits begin again.
        public let steady: TimeSpan

        /// A policy with these waits, one at least.
        public init(_ waits: [TimeSpan], isSpread: Bool = false, steady: TimeSpan = .zero) {
            precondition(!waits.isEmpty, "a policy has a wait")
            (self.waits, self.isSpread, self.steady) = (waits, isSpread, steady)
        }

        /// Waits that double, from the first to the longest.
        public init(doubling first: TimeSpan, to longest: TimeSpan, isSpread: Bool = false, steady: TimeSpan = .zero) {
            precondition(first > .zero, "nothing cannot be doubled")
            var waits = [first]
            while let last = waits.last, last < longest { waits.append(min(last * 2, longest)) }
            self.init(waits, isSpread: isSpread, steady: steady)
        }
    }

    private let policy: Policy
    private var failures = 0

    /// No failure yet.
    public init(_ policy: Policy) { self.policy = policy }

    /// The wait after another failure.
    public mutating func next() -> TimeSpan {
        var random = SystemRandomNumberGenerator()
        return next(using: &random)
    }

    /// The wait after another failure, by a source of random numbers.
    public mutating func next(using random: inout some RandomNumberGenerator) -> TimeSpan {
        defer { failures += 1 }
        let wait = policy.waits[min(failures, policy.waits.count - 1)].microseconds
        return .microseconds(policy.isSpread ? Int64.random(in: wait / 2...wait, using: &random) : wait)
    }

    /// It has worked for a time, and has ended or goes on.
    public mutating func worked(for span: TimeSpan = .zero) { if span >= policy.steady { failures = 0 } }
}
