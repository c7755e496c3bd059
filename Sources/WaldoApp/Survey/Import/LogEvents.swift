internal import WaldoCore
internal import WaldoFiles
internal import WaldoTime

/// The lines of a log as the events of a survey: each line as bytes of the sensor, and a row of the wall clock where
/// the lines' own times begin or leap.
final class LogEvents: ImportedEvents {
    /// How many lines wait for a date at most.
    private static let mostHeld = 2048

    private let lines: any LoggedLines
    private let interval: TimeSpan
    private var clock: LogClock
    private var waiting: [(at: Instant, event: SurveyEvent)] = []
    private var given = 0, last = Instant.clockStart, hasEnded = false

    /// What measurements begin with, noise before it aside; empty: any line may be one.
    private let marks: [[UInt8]]
    /// The lines from a measurement without a time on, until a line with its time dates them; how many of them are
    /// measurements.
    private var held: [(line: LoggedLine, measures: Bool)] = [], undated = 0
    /// The latest time that a line states.
    private var dated: Int64?

    /// - Parameters:
    ///   - interval: that of the sensor.
    ///   - marks: what measurements begin with; empty: any line may be one.
    init(_ lines: any LoggedLines, interval: TimeSpan?, marks: [[UInt8]]) {
        self.lines = lines
        self.marks = marks
        self.interval = interval ?? .seconds(1)
        clock = LogClock(interval: self.interval)
    }

    var progress: Double { lines.progress }

    func next() throws(FileError) -> (at: Instant, event: SurveyEvent)? {
        while given == waiting.count {
            guard !hasEnded else { return nil }
            waiting.removeAll(keepingCapacity: true)
            given = 0
            if let line = try lines.next() {
                take(line)
            } else {
                hasEnded = true
                release(before: nil)
                waiting.append((last, .end))
            }
        }
        given += 1
        return waiting[given - 1]
    }

    private func take(_ line: LoggedLine) {
        let measures = measures(line)
        if undated == 0, line.utc != nil || !measures { return give(line, line.utc, measures) }
        held.append((line, measures))
        if line.utc == nil, measures { undated += 1 }
        if line.utc != nil || held.count == Self.mostHeld { release(before: line.utc) }
    }

    private func measures(_ line: LoggedLine) -> Bool {
        line.utc != nil || !line.isComment && !line.isFurther && (marks.isEmpty || line.place(of: marks) != nil)
    }

    /// Gives the lines that have waited for this date; nil: there is none, and they follow by the interval.
    private func release(before utc: Int64?) {
        var place = 0
        for (line, measures) in held {
            if line.utc == nil, measures { place += 1 }
            give(line, line.utc ?? (measures ? utc.map { time(place, before: $0) } : nil), measures)
        }
        held.removeAll(keepingCapacity: true)
        undated = 0
    }

    /// The time of a measurement that states none, by the line that dates it: measurements come at the interval, and
    /// devices lack a date after they were switched on. Where the lines around them leave less time, it is divided
    /// evenly.
    private func time(_ place: Int, before utc: Int64) -> Int64 {
        let steps = Int64(undated + 1), every = interval.microseconds
        guard let dated, utc >= dated, utc - dated < every * steps else { return utc - every * (steps - Int64(place)) }
        return dated + (utc - dated) / steps * Int64(place)
    }

    private func give(_ line: LoggedLine, _ utc: Int64?, _ measures: Bool) {
        let step = clock.take(utc: utc, measures: measures)
        if step.isLeap { waiting.append((last, .linkDown)) }
        if let utc = step.clock { waiting.append((step.at, .clock(utc: utc))) }
        if step.isLeap { waiting.append((step.at, .linkUp)) }
        waiting.append((step.at, .bytes(channel: 0, line.bytes)))
        last = step.at
        dated = line.utc ?? dated
    }
}
