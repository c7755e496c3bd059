/// How long the reports of one trial took to the shield.
struct Latencies: Sendable {
    /// Of each report whose value arrived, in microseconds, ascending.
    let sorted: [Double]
    /// Reports whose value no record carried, because a newer one replaced it.
    let coalesced: Int
    /// Reports whose value never arrived, nor any newer one.
    let lost: Int
    /// Records that carry the value of no report before them.
    let unknown: Int

    /// Pairs what was fed with what arrived. A value's first record counts; heartbeats say it again.
    /// - Parameter warmUp: how many reports, the first ones, count for nothing.
    init(_ events: [Feeder.Event], warmUp: Int, _ arrivals: [Receiver.Arrival]) {
        var latest: [Int32: Int] = [:]
        var found = [Int64?](repeating: nil, count: events.count)
        var fed = 0, unknown = 0
        for arrival in arrivals {
            while fed < events.count, events[fed].at <= arrival.at {
                latest[events[fed].value] = fed
                fed += 1
            }
            guard let index = latest[arrival.value] else {
                unknown += 1
                continue
            }
            if found[index] == nil { found[index] = arrival.at - events[index].at }
        }
        found.removeFirst(warmUp)
        let last = found.lastIndex { $0 != nil } ?? -1
        sorted = found.compactMap { $0.map { Double($0) / 1_000 } }.sorted()
        coalesced = found[..<(last + 1)].count { $0 == nil }
        lost = found.count - last - 1
        self.unknown = unknown
    }

    /// The latency that this share of the reports did not exceed, 0...1, in microseconds.
    func quantile(_ share: Double) -> Double {
        sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }

    var longest: Double { sorted.last ?? .nan }

    /// The upper edges of the histogram's classes, in microseconds: 1, 2 and 5 of each decade.
    static let edges: [Double] = (0...4).flatMap { decade in
        [10, 20, 50].map { $0 * (0..<decade).reduce(1) { scale, _ in scale * 10 } }
    }

    /// How many reports took at most each edge and more than the one before; one more class for all above.
    var histogram: [Int] {
        var counts = [Int](repeating: 0, count: Self.edges.count + 1)
        for latency in sorted { counts[Self.edges.firstIndex { latency <= $0 } ?? Self.edges.count] += 1 }
        return counts
    }
}
