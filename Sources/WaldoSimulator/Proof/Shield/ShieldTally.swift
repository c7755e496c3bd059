public import WaldoTime

/// What became of the frames of one phase.
public struct ShieldTally: Equatable, Sendable {
    /// How long a frame took until its answer: the shortest, the middle, 99 of 100, and the longest.
    public struct Latency: Equatable, Sendable {
        /// The figures.
        public let min: TimeSpan, median: TimeSpan, p99: TimeSpan, max: TimeSpan

        /// The figures of some times; nil: there are none.
        init?(_ times: [TimeSpan]) {
            let sorted = times.sorted()
            guard let first = sorted.first, let last = sorted.last else { return nil }
            (min, max) = (first, last)
            median = sorted[(sorted.count - 1) / 2]
            p99 = sorted[(sorted.count - 1) * 99 / 100]
        }
    }

    /// How many frames were sent, and how many answered within the time that counts as a loss.
    public internal(set) var sent = 0, answered = 0
    /// How many were not, and how many of those later.
    public internal(set) var lost = 0, late = 0
    /// How many were answered again, and how many after a frame that was sent later.
    public internal(set) var duplicates = 0, reordered = 0
    /// How long the phase took.
    public internal(set) var time = TimeSpan.zero
    var latencies: [TimeSpan] = []

    /// How long the answers took; nil: there was none.
    public var latency: Latency? { Latency(latencies) }
    /// The frames that were answered in a second; 0 for a phase without a time.
    public var rate: Double { time > .zero ? Double(answered) / time.inSeconds : 0 }
}
