internal import WaldoCore
internal import WaldoTime

/// Forms the rows of a bGeigie log from a survey's samples: bins of five seconds from a stream of counts, or a row for
/// each value of a rate. Counts whose exposures overlap are counted once; a bin with a gap in it is given up.
struct BGeigieBins {
    private static let bin = TimeSpan.seconds(5)
    private static let perMinute = 12

    private enum Source {
        case counts(stream: Int, rate: Int?)
        case rate(stream: Int)
    }

    private let source: Source
    /// By what a number of the rate's stream is multiplied to be counts a minute.
    private let toMinutes: Double
    private var open: BGeigieRow?
    private var openedAt = Instant.clockStart, openCounts = 0.0
    private var countedUntil: Instant?
    private var minute: [Double] = []
    private var total = 0.0
    /// Rows that wait for the rate at their end, and the latest rates.
    private var waiting: [BGeigieRow] = []
    private var rates: [(end: Instant, value: Double?)] = []

    /// Whether the rows' counts of a minute are those of a stream of rates.
    var hasRate: Bool { if case .counts(_, nil) = source { false } else { true } }

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
    }

    private static func perMinute(of unit: String) -> Double? {
        switch unit {
        case "cpm", "count/min", "1/min": 1
        case "cps", "count/s", "1/s": 60
        default: nil
        }
    }

    /// Takes a sample, and hands over the rows that are complete by it.
    mutating func add(_ exported: ExportedSample, _ emit: (BGeigieRow) throws(ExportError) -> Void) throws(ExportError)
    {
        let sample = exported.sample
        switch source {
        case .rate(let stream):
            if sample.stream == stream { try emit(row(exported)) }
        case .counts(let stream, let rate):
            if sample.stream == stream { count(exported) }
            if sample.stream == rate {
                rates.append((sample.to, Self.isValid(sample) ? sample.value.map { $0 * toMinutes } : nil))
                if rates.count > 256 { rates.removeFirst(128) }
            }
            try drain(upTo: rate == nil ? 0 : 16, emit)
        }
    }

    /// Hands over the rows that still wait.
    mutating func finish(_ emit: (BGeigieRow) throws(ExportError) -> Void) throws(ExportError) {
        try drain(upTo: 0, emit)
    }

    private static func isValid(_ sample: Sample) -> Bool {
        sample.value != nil && sample.flags.isDisjoint(with: [.invalid, .saturated, .checkFailed])
    }

    private static func place(of sample: Sample) -> Place? {
        guard let place = sample.place, place.system == .world, place.x.isFinite, place.y.isFinite,
            place.x.magnitude <= 180, place.y.magnitude <= 90
        else { return nil }
        return place
    }

    private static func utc(_ sample: Sample) -> Int64? {
        sample.utc.map { $0 &+ (sample.to - sample.middle).microseconds }
    }

    private mutating func row(_ exported: ExportedSample) -> BGeigieRow {
        let sample = exported.sample, perMinute = max(0, (sample.value ?? 0) * toMinutes)
        let isValid = Self.isValid(sample) && !sample.flags.contains(.partial)
        total += perMinute / Double(Self.perMinute)
        return BGeigieRow(
            end: sample.to, utc: Self.utc(sample), perMinute: perMinute, perBin: perMinute / Double(Self.perMinute),
            total: total, isValid: isValid, place: Self.place(of: sample), hasOutlier: exported.hasOutlier,
            satellites: exported.satellites, hdop: exported.hdop)
    }

    private mutating func count(_ exported: ExportedSample) {
        let sample = exported.sample
        if let countedUntil, sample.from < countedUntil { return }
        if let countedUntil, countedUntil + .seconds(1) < sample.from {
            // Not measured in between: neither the bin nor the minute is whole.
            open = nil
            minute.removeAll(keepingCapacity: true)
        }
        countedUntil = sample.to
        if open == nil {
            open = BGeigieRow(end: sample.to, utc: nil, isValid: true)
            (openedAt, openCounts) = (sample.from, 0)
        }
        openCounts += max(0, sample.value ?? 0)
        total += max(0, sample.value ?? 0)
        open!.isValid = open!.isValid && Self.isValid(sample)
        open!.end = sample.to
        open!.utc = Self.utc(sample)
        open!.place = Self.place(of: sample)
        open!.hasOutlier = exported.hasOutlier
        open!.satellites = exported.satellites
        open!.hdop = exported.hdop
        let exposed = sample.to - openedAt
        // With the next exposure the bin would be further from five seconds than it is now.
        guard exposed * 2 + (sample.to - sample.from) > Self.bin * 2 else { return }
        close(exposed)
    }

    private mutating func close(_ exposed: TimeSpan) {
        guard var row = open else { return }
        open = nil
        row.perBin = openCounts * Double(Self.bin.microseconds) / Double(max(1, exposed.microseconds))
        if minute.count == Self.perMinute { minute.removeFirst() }
        minute.append(row.perBin)
        row.perMinute = minute.reduce(0, +)
        row.isValid = row.isValid && minute.count == Self.perMinute
        row.total = total
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
