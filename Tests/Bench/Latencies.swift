/// The latencies from pad to shield of one trial's reports.
struct Latencies: Sendable {
    /// The latency of each report whose value arrived, in microseconds, ascending.
    let sorted: [Double]
    /// Number of reports whose value did not arrive because a newer one replaced it.
    let coalesced: Int
    /// Number of reports after which no value arrived: neither their own nor a newer one.
    let lost: Int
    /// Number of records whose value matches no earlier report.
    let unknown: Int
    /// The longest latency of a report that another one followed, in microseconds. The last value of a motion may wait
    /// longer, because the link has the one before it; nothing is newer then.
    let longestFollowed: Double
    /// How old such a value already was when the link took the record before it, at most, in microseconds; below 0:
    /// every value was reported after that. Unlike the latencies it has no part that is the link's own time for a
    /// record.
    let longestBeforeLink: Double

    /// Matches reports with arrivals. Only the first record with a value counts; heartbeats repeat it.
    /// - Parameters:
    ///   - events: the reports that were fed.
    ///   - warmUp: number of reports at the beginning that are ignored.
    ///   - arrivals: the records that arrived.
    init(_ events: [Feeder.Event], warmUp: Int, _ arrivals: [Receiver.Arrival]) {
        var latest: [Int32: Int] = [:]
        var found = [Int64?](repeating: nil, count: events.count)
        var fed = 0, unknown = 0, longestFollowed = -Double.infinity, longestBeforeLink = -Double.infinity
        var before: Int64?
        for arrival in arrivals {
            defer { before = arrival.at }
            while fed < events.count, events[fed].at <= arrival.at {
                latest[events[fed].value] = fed
                fed += 1
            }
            guard let index = latest[arrival.value] else {
                unknown += 1
                continue
            }
            guard found[index] == nil else { continue }
            found[index] = arrival.at - events[index].at
            if index >= warmUp, index + 1 < events.count, let before {
                longestFollowed = max(longestFollowed, Double(arrival.at - events[index].at) / 1_000)
                longestBeforeLink = max(longestBeforeLink, Double(before - events[index].at) / 1_000)
            }
        }
        found.removeFirst(warmUp)
        let last = found.lastIndex { $0 != nil } ?? -1
        sorted = found.compactMap { $0.map { Double($0) / 1_000 } }.sorted()
        coalesced = found[..<(last + 1)].count { $0 == nil }
        lost = found.count - last - 1
        self.unknown = unknown
        self.longestFollowed = longestFollowed
        self.longestBeforeLink = longestBeforeLink
    }

    /// The latency that a share (0...1) of the reports did not exceed, in microseconds.
    func quantile(_ share: Double) -> Double {
        sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }

    var longest: Double { sorted.last ?? .nan }

    /// The upper bounds of the histogram's bins, in microseconds: 10, 20, 50 and so on, to 500,000.
    static let edges: [Double] = (0...4).flatMap { decade in
        [10, 20, 50].map { $0 * (0..<decade).reduce(1) { scale, _ in scale * 10 } }
    }

    /// Number of reports per bin: above the previous bound and at most this one; a last bin holds the rest.
    var histogram: [Int] {
        var counts = [Int](repeating: 0, count: Self.edges.count + 1)
        for latency in sorted { counts[Self.edges.firstIndex { latency <= $0 } ?? Self.edges.count] += 1 }
        return counts
    }
}
