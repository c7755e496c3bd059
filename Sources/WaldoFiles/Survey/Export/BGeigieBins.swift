import WaldoCore
import WaldoSurvey
import WaldoTime

/// Forms the rows of a bGeigie log from a survey's samples: bins of five seconds from a stream of counts, or a row for
/// each value of a rate. Counts whose exposures overlap are counted once.
struct BGeigieBins {
    private static let bin = TimeSpan.seconds(5)
    private static let perMinute = 12
    /// What is left before a gap or the end has to be as long. Of a shorter rest, the time of its end could lie within
    /// half a bin of the row before it once both are whole seconds, and an import would count the two as one.
    private static let least = TimeSpan.seconds(3)

    private enum Source {
        case counts(stream: Int, rate: Int?)
        case rate(stream: Int)
    }

    private let source: Source
    /// By what a number of the rate's stream is multiplied to be counts a minute.
    private let toMinutes: Double
    /// Of the stream of counts.
    private let interval: TimeSpan?, exposure: TimeSpan?
    private var gate: ExposureGate
    private var open: BGeigieRow?
    private var openedAt = Instant.clockStart, openCounts = 0.0
    /// Whether the open row has counts whose date is not known, even if that of its end is.
    private var isUndated = false
    private var countedUntil: Instant?
    private var minute: [Double] = []
    /// Rows that wait for the rate at their end, and the latest rates.
    private var waiting: [BGeigieRow] = []
    private var rates: [(end: Instant, value: Double?)] = []
    /// Rests before a gap or the end that were too short for a row.
    private(set) var rests = 0

    /// Whether the rows' counts of a minute are those of a stream of rates.
    var hasRate: Bool { if case .counts(_, nil) = source { false } else { true } }

    /// The stream each of whose samples ends where a row may end.
    var rowStream: Int {
        switch source {
        case .counts(let stream, _), .rate(let stream): stream
        }
    }

    /// - Returns: nil where no stream is in `count` with an exposure, or a rate of counts.
    init?(_ streams: [StreamDescription]) {
        let counts = streams.firstIndex { ["count", "counts"].contains($0.unit) && $0.exposure != nil }
        let rate = streams.firstIndex { Self.perMinute(of: $0.unit) != nil }
        toMinutes = rate.flatMap { Self.perMinute(of: streams[$0].unit) } ?? 1
        switch (counts, rate) {
        case (let counts?, let rate): source = .counts(stream: counts, rate: rate)
        case (nil, let rate?): source = .rate(stream: rate)
        case (nil, nil): return nil
        }
        interval = counts.flatMap { streams[$0].interval }
        exposure = counts.flatMap { streams[$0].exposure }
        gate = ExposureGate(interval: interval, exposure: exposure, isLog: false)
    }

    private static func perMinute(of unit: String) -> Double? {
        switch unit {
        case "cpm", "count/min", "1/min": 1
        case "cps", "count/s", "1/s": 60
        default: nil
        }
    }

    /// Takes a sample, and hands over the rows that are complete by it.
    /// - Parameters:
    ///   - isWanted: whether it is among those that are exported. A rate is taken in any case: the middle of its window
    ///     lies long before its end.
    ///   - moment: what is known of a time.
    mutating func add(
        _ sample: Sample, isWanted: Bool, at moment: (Instant) -> BGeigieMoment,
        _ emit: (BGeigieRow) throws(ExportError) -> Void
    ) throws(ExportError) {
        switch source {
        case .rate(let stream):
            if isWanted, sample.stream == stream { try emit(row(sample, at: moment)) }
        case .counts(let stream, let rate):
            if isWanted, sample.stream == stream { count(sample, at: moment) }
            if sample.stream == rate {
                rates.append((sample.to, Self.isValid(sample) ? sample.value.map { $0 * toMinutes } : nil))
                if rates.count > 256 { rates.removeFirst(128) }
            }
            try drain(upTo: rate == nil ? 0 : 16, emit)
        }
    }

    /// Begins a run.
    /// - Parameter isLog: whether its samples have the times of a log, and not those of their arrival.
    mutating func beginRun(isLog: Bool) { gate = ExposureGate(interval: interval, exposure: exposure, isLog: isLog) }

    /// Ends a run, the times of the next one are those of another clock, and hands over the rows that still wait.
    mutating func endRun(
        at moment: (Instant) -> BGeigieMoment, _ emit: (BGeigieRow) throws(ExportError) -> Void
    ) throws(ExportError) {
        interrupt(at: moment)
        try drain(upTo: 0, emit)
        rates.removeAll(keepingCapacity: true)
        countedUntil = nil
    }

    private static func isValid(_ sample: Sample) -> Bool {
        sample.value != nil && sample.flags.isDisjoint(with: .worthless)
    }

    private func row(_ sample: Sample, at moment: (Instant) -> BGeigieMoment) -> BGeigieRow {
        let perMinute = max(0, (sample.value ?? 0) * toMinutes)
        var row = BGeigieRow(
            end: sample.to, utc: nil, perMinute: perMinute, perBin: perMinute / Double(Self.perMinute),
            isValid: Self.isValid(sample))
        row.end(at: moment(sample.to), isUndated: sample.flags.contains(.undated))
        return row
    }

    private mutating func count(_ sample: Sample, at moment: (Instant) -> BGeigieMoment) {
        let isValid = Self.isValid(sample)
        guard !isValid || gate.passes(sample.from, sample.to) else { return }
        // Not measured in between.
        if let countedUntil, countedUntil + .seconds(1) < sample.from { interrupt(at: moment) }
        countedUntil = sample.to
        if open == nil {
            open = BGeigieRow(end: sample.to, utc: nil, isValid: true)
            (openedAt, openCounts, isUndated) = (sample.from, 0, false)
        }
        isUndated = isUndated || sample.flags.contains(.undated)
        openCounts += max(0, sample.value ?? 0)
        open!.isValid = open!.isValid && isValid
        open!.end = sample.to
        let exposed = sample.to - openedAt
        // With the next exposure the bin would be further from five seconds than it is now.
        guard exposed * 2 + (sample.to - sample.from) > Self.bin * 2 else { return }
        close(at: moment)
    }

    /// Neither the bin nor the minute goes on.
    private mutating func interrupt(at moment: (Instant) -> BGeigieMoment) {
        if let open {
            if open.end - openedAt >= Self.least { close(at: moment) } else { rests += 1 }
        }
        open = nil
        minute.removeAll(keepingCapacity: true)
    }

    private mutating func close(at moment: (Instant) -> BGeigieMoment) {
        guard var row = open else { return }
        open = nil
        let exposed = max(1, (row.end - openedAt).microseconds)
        row.perBin = openCounts * Double(Self.bin.microseconds) / Double(exposed)
        if row.isValid {
            if minute.count == Self.perMinute { minute.removeFirst() }
            minute.append(row.perBin)
        }
        row.perMinute = minute.reduce(0, +) * Double(Self.perMinute) / Double(max(1, minute.count))
        row.end(at: moment(row.end), isUndated: isUndated)
        waiting.append(row)
    }

    private mutating func drain(
        upTo kept: Int, _ emit: (BGeigieRow) throws(ExportError) -> Void
    ) throws(ExportError) {
        while var row = waiting.first {
            // A rate that is given with the counts ends when they do, and comes before or after them.
            if hasRate {
                let exact = rates.last { $0.end == row.end }
                if exact == nil, waiting.count <= kept, (rates.last?.end ?? .distantPast) < row.end { return }
                let rate = exact ?? rates.last { $0.end < row.end && row.end - $0.end < Self.bin * 2 }
                row.perMinute = max(0, rate?.value ?? 0)
                row.isValid = row.isValid && rate?.value != nil
            }
            waiting.removeFirst()
            try emit(row)
        }
    }
}
