internal import WaldoTime

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
    static let mostSlipped = 12
    /// How many measurements wait for a verdict at most.
    private static let mostHeld = 2048

    private let possible: ClosedRange<Int64>
    private let interval: Int64, resolution: Int64
    /// After which pause another run of measurements begins, in microseconds.
    private let pause: Int64

    private var held: [TimeChain.Line] = []
    /// How many of those that are held state a time that counts, and whether any of these can be believed.
    private var stated = 0, hasCandidate = false
    /// The time before, and how many measurements have repeated it.
    private var before: Int64?, repeats = 0
    /// How many measurements in a row state times that run forward without a pause.
    private var run = 0
    /// Whether a time that is held runs back.
    private var isContested = false
    private var believed: TimeChain.Believed?

    /// What is decided and not taken yet, in order.
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

    /// Takes the next measurement's time.
    /// - Parameters:
    ///   - utc: microseconds since 1970; nil: it states none.
    ///   - later: the other time that it can be, where a local clock shows an hour twice.
    mutating func take(_ utc: Int64?, or later: Int64? = nil) {
        if let utc, possible.contains(utc) {
            held.append(TimeChain.Line(time: utc, later: later, isStated: true))
            add(utc, later)
        } else {
            held.append(TimeChain.Line())
            repeats = -1
        }
        decideIfPossible()
    }

    /// Decides all that is left: the log ends, or another begins, which may be an older one.
    mutating func end() {
        decide(upTo: held.count)
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
            for place in max(0, held.count - repeats)..<held.count where held[place].time != nil {
                held[place] = TimeChain.Line()
                stated -= 1
                run -= 1
            }
        }
    }

    private mutating func decideIfPossible() {
        // What is before all that is believed stays so.
        if !hasCandidate || held.count >= Self.mostHeld { return decide(upTo: held.count) }
        // Whether a time that is repeated stands still, and whether one that is ahead is a slip, shows later.
        var waiting = max(Self.mostSlipped, repeats)
        guard isContested ? run >= waiting : stated >= waiting + Self.mostSlipped else { return }
        var end = held.count
        while waiting > 0 {
            end -= 1
            if held[end].time != nil { waiting -= 1 }
        }
        decide(upTo: end)
    }

    /// Decides the first measurements that are held.
    private mutating func decide(upTo count: Int) {
        if isContested { judge() }
        for line in held[..<count] {
            let limit = believed?.utc ?? .min
            if let time = line.time, let utc = time >= limit ? time : line.later, utc >= limit {
                verdicts.append(.dated(utc))
                believed = TimeChain.Believed(utc: utc)
            } else {
                verdicts.append(.undated)
                believed?.pass(line)
            }
        }
        held.removeFirst(count)
        stated = held.count { $0.time != nil }
        hasCandidate = held.contains { ($0.later ?? $0.time ?? .min) >= believed?.utc ?? .min && $0.time != nil }
    }

    /// Leaves the times of the chain that is believed. What is behind its end is decided later.
    private mutating func judge() {
        isContested = false
        let chain = TimeChain(
            held, after: believed, interval: interval, resolution: resolution, pause: pause,
            worst: Self.mostSlipped)
        guard let end = chain.dates.lastIndex(where: { $0 != nil }) else { return }
        for place in 0...end { held[place] = TimeChain.Line(time: chain.dates[place], isStated: held[place].isStated) }
        if end == held.count - 1 { before = chain.dates[end] }
    }
}
