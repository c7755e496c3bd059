/// The longest chain of times of a log's measurements that can follow one another, where some of them run back.
///
/// A chain is as long as the measurements that it dates, and those that it passes over where it goes on behind them as
/// late as they demand: they are a slip of the clock. Where it goes on earlier than that, so many are taken from it as
/// are no slip. Of two as long that one is believed which is more regular: it has fewer pauses, passes over fewer
/// measurements, and has lost fewer.
struct TimeChain {
    /// A measurement.
    struct Line {
        /// The time that it states and can be true; nil: there is none.
        var time: Int64?
        /// The other one, of a local clock that shows an hour twice.
        var later: Int64?
        /// Whether it states a time that is in the possible range and does not stand still, believed or not.
        var isStated = false
    }

    /// The latest time that was believed, and the measurements behind it that are decided.
    struct Believed {
        var utc: Int64
        var lines = 0, stated = 0

        mutating func pass(_ line: Line) {
            lines += 1
            stated += line.isStated ? 1 : 0
        }
    }

    /// A time that a line can have: the index of the line, and how many before it state a time.
    private struct Node {
        var index: Int, order: Int, time: Int64
    }

    /// What a measurement counts: more than all that its chain is not regular by.
    private static let unit = 1 << 20

    /// The longest pace, a day.
    private static let longest: Int64 = 86_400_000_000

    /// The dates of the measurements; nil: not on the chain.
    private(set) var dates: [Int64?]
    private let pace: Int64, slack: Int64, resolution: Int64, pause: Int64, worst: Int

    /// - Parameters:
    ///   - believed: what no time is before.
    ///   - interval: the time between two measurements, where these do not show it.
    ///   - pause: how much later than the interval demands a chain goes on behind a slip at most.
    ///   - worst: how many measurements are no slip.
    init(
        _ lines: [Line], after believed: Believed?, interval: Int64, resolution: Int64, pause: Int64, worst: Int
    ) {
        (self.resolution, self.pause, self.worst) = (resolution, pause, worst)
        let pace = Self.pace(of: lines) ?? (interval, 0)
        self.pace = pace.mean
        slack = max(pace.mean / 64, 2 * pace.spread)
        dates = [Int64?](repeating: nil, count: lines.count)
        var nodes: [Node] = [], order = 0
        for (index, line) in lines.enumerated() {
            for time in [line.time, line.later] {
                guard let time, time >= believed?.utc ?? .min else { continue }
                nodes.append(Node(index: index, order: order, time: time))
            }
            order += line.isStated ? 1 : 0
        }
        var best = [Int](repeating: Self.unit, count: nodes.count)
        var previous = [Int](repeating: -1, count: nodes.count)
        var end = 0
        for (number, node) in nodes.enumerated() {
            if let believed {
                let before = Node(index: -1 - believed.lines, order: -1 - believed.stated, time: believed.utc)
                best[number] = gain(before, node)
            }
            for other in 0..<number where nodes[other].time <= node.time && nodes[other].index < node.index {
                let sum = best[other] + gain(nodes[other], node)
                if sum > best[number] { (best[number], previous[number]) = (sum, other) }
            }
            if best[number] > best[end] { end = number }
        }
        guard !nodes.isEmpty else { return }
        var next = end
        while next >= 0 {
            dates[nodes[next].index] = nodes[next].time
            next = previous[next]
        }
    }

    /// By how much a chain grows from one time to the next one on it.
    private func gain(_ one: Node, _ two: Node) -> Int {
        let lines = min(two.index - one.index, 1 << 20), slipped = two.order - one.order - 1
        let late = two.time - one.time - Int64(lines) * pace
        // A pause counts as more than a slip, and a line that is passed over as more than one that is lost.
        var gain = Self.unit - (late > pause ? 2 * worst : late > pace * 3 / 4 ? 1 : 0)
        if slipped > 0 {
            // The pace is not exact.
            if late < -resolution - Int64(lines + 2) * slack {
                gain -= worst * Self.unit
            } else if late <= pause, slipped < worst {
                gain += slipped * (Self.unit - 2)
            }
        }
        return gain
    }

    /// The time between two of these measurements, the mean of the middle half of the steps forward, and by how much
    /// the middle three quarters differ from that.
    private static func pace(of lines: [Line]) -> (mean: Int64, spread: Int64)? {
        let stated = lines.indices.filter { lines[$0].time != nil }
        let steps = zip(stated, stated.dropFirst()).compactMap { (one, two) -> Int64? in
            guard let from = lines[one].time, let to = lines[two].time, 0...longest ~= to - from else { return nil }
            return (to - from) / Int64(two - one)
        }.sorted()
        guard steps.count >= 4 else { return nil }
        func middle(without part: Int) -> ArraySlice<Int64> {
            steps[steps.count / part..<steps.count - steps.count / part]
        }
        let half = middle(without: 4), most = middle(without: 8)
        let mean = half.reduce(0, +) / Int64(half.count)
        return (mean, most.reduce(0) { $0 + abs($1 - mean) } / Int64(most.count))
    }
}
