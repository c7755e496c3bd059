public import WaldoTime

/// The outliers of a whole track, which is known to its end: also those with which it begins, of which a survey's
/// machine has samples that are final before it knows.
public struct TrackOutliers: Sendable {
    private var judge: FixJudge
    private var times: [Instant] = [], marks: [FixJudge.Mark] = []

    /// - Parameter fastest: the greatest speed of the carrier in m/s.
    public init(fastest: Double) { judge = FixJudge(fastest: fastest, proof: FixJudge.patience) }

    /// Adds a place; one that is earlier than the latest is ignored, as one that is none.
    public mutating func add(_ place: Place, at time: Instant) {
        guard place.isPossible, place.isSomewhere, times.last.map({ $0 <= time }) ?? true else { return }
        let judgement = judge.judge(place, at: time)
        apply(judgement.verdict)
        times.append(time)
        marks.append(judgement.mark)
    }

    /// The time until the next place is not known.
    public mutating func interrupt() { apply(judge.interrupt()) }

    /// No place follows.
    public mutating func end() { apply(judge.end()) }

    private mutating func apply(_ verdict: FixJudge.Verdict) {
        guard verdict != .none else { return }
        for index in times.indices.reversed() {
            let mark = marks[index]
            marks[index] = verdict.mark(of: mark, at: times[index])
            if verdict.leaves(mark, at: times[index]) { return }
        }
    }

    /// Whether there is one.
    public var isEmpty: Bool { marks.allSatisfy { $0 == .good } }

    /// Whether the place that was added at a time is an outlier, or where none was, one of those beside it; nil: there
    /// is none within half a minute.
    public func isOutlier(at time: Instant) -> Bool? {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < time { low = middle + 1 } else { high = middle }
        }
        let isMeasured = low < times.count && times[low] == time
        let near = (isMeasured ? [low] : [low - 1, low]).filter { index in
            times.indices.contains(index) && times[index].away(from: time) <= .seconds(30)
        }
        return near.isEmpty ? nil : near.contains { marks[$0] != .good }
    }
}
