internal import WaldoTime

/// Decides which of the times that a log's measurements state are believed. A pure value: times go in, and verdicts
/// come out in the same order, a few lines later where a time can be judged only by those after it.
///
/// Not believed is a time outside of the range that is possible; one that stands still for longer than the clock's
/// resolution and two intervals; and one that runs back. A time that runs forward and then back again is judged by
/// what is around it: of times that contradict one another the longer series is believed.
struct StatedTimes {
    /// What is decided of a measurement's time.
    enum Verdict: Equatable {
        /// It is believed: microseconds since 1970.
        case dated(Int64)
        case undated
    }

    /// Measurements one after the other whose times are judged together.
    private struct Series {
        /// The first and the last time; nil: there is none that could be believed.
        var span: (first: Int64, last: Int64)?
        var count = 1
        /// Whether it is known to run back.
        var runsBack = false
        /// What the times before it had reached, where it began by running back; nil: it did not, or is decided.
        var reached: Int64?
    }

    /// So many measurements in a row are no slip of a clock: as many wait for those after them.
    private static let mostSlipped = 12
    /// How many measurements wait for a verdict at most.
    private static let mostHeld = 2048

    private let possible: ClosedRange<Int64>
    private let interval: Int64
    /// How long a time may stand still, and after which pause another series begins, in microseconds.
    private let still: Int64, pause: Int64

    private var held: [Int64?] = []
    private var series: [Series] = []
    /// The time before, and how many measurements have repeated it.
    private var before: Int64?, repeats = 0
    /// The latest step within a series.
    private var pace: Int64 = 0
    /// The latest time that was believed.
    private var believed: Int64?
    /// Whether the last series has been long enough to be believed.
    private var isSettled = false

    /// What is decided and not taken yet, in order.
    var verdicts: [Verdict] = []

    /// - Parameters:
    ///   - possible: the times that can be true, in microseconds since 1970.
    ///   - interval: the time between two measurements.
    ///   - resolution: that of the clock.
    init(possible: ClosedRange<Int64>, interval: TimeSpan, resolution: TimeSpan = .seconds(1)) {
        self.possible = possible
        self.interval = interval.microseconds
        still = resolution.microseconds + 2 * interval.microseconds
        pause = max(60_000_000, 12 * interval.microseconds)
    }

    /// Takes the next measurement's time; nil: it states none.
    mutating func take(_ utc: Int64?) {
        held.append(utc)
        add(utc.flatMap { possible.contains($0) ? $0 : nil })
        decideIfPossible()
    }

    /// Decides all that is left: the log ends, or another begins, which may be an older one.
    mutating func end() {
        decide(upTo: held.count)
        (series, before, repeats, pace, believed, isSettled) = ([], nil, 0, 0, nil, false)
    }

    private mutating func add(_ utc: Int64?) {
        guard let utc else {
            before = nil
            return addUndated()
        }
        repeats = utc == before ? repeats + 1 : 0
        before = utc
        let last = series.count - 1
        guard last >= 0 else { return begin(utc) }
        guard repeats == 0 else {
            series[last].count += 1
            guard series[last].span != nil, Int64(repeats) * interval > still else { return }
            // It has stood still all the time.
            series[last].count -= repeats
            return begin(nil, count: repeats)
        }
        guard let span = series[last].span, utc > span.last, utc - span.last <= pause,
            !(series[last].runsBack && utc >= believed ?? utc)
        else { return begin(utc) }
        // It leaps to where the times before it would be by now: what ran back was a slip.
        if let reached = series[last].reached, utc - span.last > 2 * max(interval, pace),
            utc - reached >= Int64(series[last].count) * interval
        {
            return begin(utc)
        }
        pace = utc - span.last
        series[last].span?.last = utc
        series[last].count += 1
    }

    private mutating func addUndated() {
        if let last = series.last, last.span == nil { series[series.count - 1].count += 1 } else { begin(nil) }
    }

    private mutating func begin(_ utc: Int64?, count: Int = 1) {
        guard let utc else { return series.append(Series(span: nil, count: count)) }
        isSettled = false
        var reached: Int64?
        if let dated = series.lastIndex(where: { $0.span != nil }), let span = series[dated].span, utc < span.last {
            reached = max(span.last, series[dated].reached ?? span.last)
            split(dated, before: utc)
        }
        series.append(Series(span: (utc, utc), count: count, reached: reached))
    }

    /// A time runs back behind the last of a series: splits off the end of that series which is ahead of what the time
    /// leads back to at the interval. It may be a slip, and what is before it is not.
    private mutating func split(_ number: Int, before utc: Int64) {
        let end = held.count - 1 - series[(number + 1)...].reduce(0) { $0 + $1.count }
        let begin = end - series[number].count
        var from = end, expected = utc
        while from > begin, let time = held[from - 1], time > expected {
            from -= 1
            expected -= interval
        }
        guard from > begin, from < end, let last = held[from - 1], let first = held[from],
            let span = series[number].span
        else { return }
        series[number].span = (span.first, last)
        series[number].count = from - begin
        series.insert(Series(span: (first, span.last), count: end - from), at: number + 1)
    }

    private mutating func decideIfPossible() {
        guard let last = series.last else { return }
        let sure = last.count - repeats
        isSettled = isSettled || last.runsBack || last.span != nil && sure >= Self.mostSlipped
        let waitsForNothing = series.count == 1 && last.span == nil
        if waitsForNothing || held.count >= Self.mostHeld { return decide(upTo: held.count) }
        guard isSettled else { return }
        // Whether a time that is repeated stands still, and whether one that is ahead is a slip, shows later.
        let waiting =
            last.runsBack ? repeats : max(repeats, Self.mostSlipped) + (last.span == nil ? last.count : 0)
        guard series.count > 1 || held.count - waiting >= Self.mostSlipped else { return }
        decide(upTo: held.count - waiting)
    }

    /// Decides the first measurements that are held.
    private mutating func decide(upTo count: Int) {
        guard count > 0 else { return }
        let isBelieved = longest()
        var place = 0, gone = 0
        for number in series.indices {
            series[number].runsBack = series[number].span != nil && !isBelieved[number]
            series[number].reached = nil
            let decided = min(count - place, series[number].count)
            guard decided > 0 else { continue }
            for one in place..<place + decided {
                verdicts.append(isBelieved[number] ? held[one].map { .dated($0) } ?? .undated : .undated)
            }
            place += decided
            series[number].count -= decided
            if isBelieved[number] { believed = held[place - 1] }
            if series[number].count == 0 { gone = number + 1 }
            // What is decided stays so.
            if let last = series[number].span?.last {
                let first = series[number].count > 0 ? held[place] ?? last : last
                series[number].span = (first, last)
            }
        }
        series.removeFirst(min(gone, series.count - 1))
        held.removeFirst(count)
    }

    /// Which series are believed: the chain with the most measurements of those that do not run back.
    private func longest() -> [Bool] {
        guard series.count > 1 else { return [series.first.map(isAfterBelieved) ?? false] }
        var best = [Int](repeating: 0, count: series.count)
        var previous = [Int?](repeating: nil, count: series.count)
        for number in series.indices where isAfterBelieved(series[number]) {
            best[number] = series[number].count
            for other in 0..<number where best[other] > 0 {
                guard let one = series[other].span, let two = series[number].span, two.first >= one.last,
                    best[other] + series[number].count > best[number]
                else { continue }
                (best[number], previous[number]) = (best[other] + series[number].count, other)
            }
        }
        var isBelieved = [Bool](repeating: false, count: series.count)
        var next = best.indices.max { best[$0] < best[$1] }.flatMap { best[$0] > 0 ? $0 : nil }
        while let number = next {
            isBelieved[number] = true
            next = previous[number]
        }
        return isBelieved
    }

    private func isAfterBelieved(_ series: Series) -> Bool {
        guard let span = series.span else { return false }
        return believed.map { span.first >= $0 } ?? true
    }
}
