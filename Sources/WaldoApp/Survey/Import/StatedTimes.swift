import WaldoTime

/// Decides which of the times that a log's measurements state are believed. A pure value: times go in, and verdicts
/// come out in the same order, a few lines later where a time can be judged only by those after it.
///
/// Not believed is a time outside of the range that is possible; one that stands still for longer than the clock's
/// resolution and two intervals; and one that runs back. Where a time runs back, the lines around it are judged
/// together: the longest chain of times that can follow one another is believed (`TimeChain`).
struct StatedTimes {
    /// What is decided of a measurement's time.
    enum Verdict: Equatable {
        /// It is believed: microseconds since 1970.
        case dated(Int64)
        case undated
    }

    /// So many measurements in a row are no slip of a clock: as many wait for those after them.
    static let maxSlipped = 12
    /// How many measurements wait for a verdict at most.
    private static let maxPending = 2048

    private let possible: ClosedRange<Int64>
    private let interval: Int64, resolution: Int64
    /// After which pause another run of measurements begins, in microseconds.
    private let pause: Int64

    private var pending: [TimeChain.Line] = []
    /// How many of the pending ones state a time that counts, and whether any of these can be believed.
    private var stated = 0, hasCandidate = false
    /// The time before, and how many measurements have repeated it.
    private var before: Int64?, repeats = 0
    /// How many measurements in a row state times that run forward without a pause.
    private var run = 0
    /// Whether a pending time runs back.
    private var isContested = false
    private var believed: TimeChain.Believed?

    /// What is decided and not fetched yet, in order.
    var verdicts: [Verdict] = []

    /// - Parameters:
    ///   - possible: the times that can be true, in microseconds since 1970.
    ///   - interval: the time between two measurements.
    ///   - resolution: that of the clock.
    init(possible: ClosedRange<Int64>, interval: TimeSpan, resolution: TimeSpan = .seconds(1)) {
        self.possible = possible
        self.interval = interval.microseconds
        self.resolution = resolution.microseconds
        pause = max(60_000_000, 12 * interval.microseconds)
    }

    /// Adds the next measurement's time.
    /// - Parameters:
    ///   - utc: microseconds since 1970; nil: it states none.
    ///   - later: the other time that it can be, where a local clock shows an hour twice.
    mutating func add(_ utc: Int64?, or later: Int64? = nil) {
        if let utc, possible.contains(utc) {
            pending.append(TimeChain.Line(time: utc, later: later, isStated: true))
            add(utc, later)
        } else {
            pending.append(TimeChain.Line())
            repeats = -1
        }
        decideIfPossible()
    }

    /// Decides all that is left: the log ends, or another begins, which may be an older one.
    mutating func end() {
        decide(upTo: pending.count)
        (before, repeats, run, believed) = (nil, 0, 0, nil)
    }

    private mutating func add(_ utc: Int64, _ later: Int64?) {
        stated += 1
        hasCandidate = hasCandidate || (later ?? utc) >= believed?.utc ?? .min
        guard let last = before else {
            (before, repeats, run) = (utc, 0, 1)
            return
        }
        let time = utc >= last ? utc : later ?? utc
        before = time
        // Behind a measurement without a time nothing is repeated.
        repeats = time == last || repeats < 0 ? repeats + 1 : 0
        run += 1
        if time < last || time - last > pause {
            isContested = isContested || time != utc || time < last
            run = 1
        } else if Int64(repeats) * interval > resolution + 2 * interval {
            // It has stood still all the time.
            for index in max(0, pending.count - repeats)..<pending.count where pending[index].time != nil {
                pending[index] = TimeChain.Line()
                stated -= 1
                run -= 1
            }
        }
    }

    private mutating func decideIfPossible() {
        // What is before all that is believed stays so.
        if !hasCandidate || pending.count >= Self.maxPending { return decide(upTo: pending.count) }
        // Whether a time that is repeated stands still, and whether one that is ahead is a slip, shows later.
        var waiting = max(Self.maxSlipped, repeats)
        guard isContested ? run >= waiting : stated >= waiting + Self.maxSlipped else { return }
        var end = pending.count
        while waiting > 0 {
            end -= 1
            if pending[end].time != nil { waiting -= 1 }
        }
        decide(upTo: end)
    }

    /// Decides the first pending measurements.
    private mutating func decide(upTo count: Int) {
        if isContested { judge() }
        for line in pending[..<count] {
            let limit = believed?.utc ?? .min
            if let time = line.time, let utc = time >= limit ? time : line.later, utc >= limit {
                verdicts.append(.dated(utc))
                believed = TimeChain.Believed(utc: utc)
            } else {
                verdicts.append(.undated)
                believed?.pass(line)
            }
        }
        pending.removeFirst(count)
        stated = pending.count { $0.time != nil }
        hasCandidate = pending.contains { ($0.later ?? $0.time ?? .min) >= believed?.utc ?? .min && $0.time != nil }
    }

    /// Leaves the times of the chain that is believed. What is behind its end is decided later.
    private mutating func judge() {
        isContested = false
        let chain = TimeChain(
            pending, after: believed, interval: interval, resolution: resolution, pause: pause,
            worst: Self.maxSlipped)
        guard let end = chain.dates.lastIndex(where: { $0 != nil }) else { return }
        for index in 0...end {
            pending[index] = TimeChain.Line(time: chain.dates[index], isStated: pending[index].isStated)
        }
        if end == pending.count - 1 { before = chain.dates[end] }
    }
}
