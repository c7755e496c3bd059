import Glibc
import WaldoLoop
import WaldoTime

/// How long a suite goes on with mutated input: `Tests/run hostile SECONDS` sets it, and elsewhere it is short.
public enum HostileTime {
    private static let given = getenv("WALDO_HOSTILE_SECONDS").flatMap { Int64(String(cString: $0)) }

    /// Seconds for a whole suite.
    public static let seconds = given ?? 1

    /// The rounds of a test that mutates its input: so many at least, and in `Tests/run hostile` as many as fit into the
    /// suite's time. Each test has a generator with a fixed seed, so that the same rounds come again.
    /// - Parameters:
    ///   - least: how many there are elsewhere.
    ///   - cases: how many tests, and cases of a test, of the suite do so. They share its time.
    public static func rounds(_ least: Int, cases: Int = 1) -> Rounds {
        Rounds(least: least, time: .milliseconds((given ?? 0) * 1_000 / Int64(cases)))
    }

    /// The numbers of rounds, from 0.
    public struct Rounds: Sequence, IteratorProtocol {
        private let least: Int, end: Instant
        private var done = 0

        fileprivate init(least: Int, time: TimeSpan) { (self.least, end) = (least, Monotonic.now() + time) }

        /// The next round; nil: there were enough.
        public mutating func next() -> Int? {
            guard done < least || Monotonic.now() < end else { return nil }
            defer { done += 1 }
            return done
        }
    }
}
