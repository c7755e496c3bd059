import WaldoCore
import WaldoFiles
import WaldoSurvey
import WaldoTime

/// The lines of a log as the events of a survey: each line as bytes of the sensor, and a row of the wall clock where
/// the lines' own times begin, leap, or are not to be believed.
final class LogEvents: ImportedEvents {
    private let lines: any LoggedLines
    private var clock: LogClock
    private var times: StatedTimes
    private var waiting: [(at: Instant, event: SurveyEvent)] = []
    private var delivered = 0, last = Instant.clockStart, hasEnded = false

    /// What measurements begin with, noise before it aside; empty: any line may be one.
    private let marks: [[UInt8]]
    /// The lines whose times are not decided yet.
    private var pending: [(line: LoggedLine, measures: Bool)] = []
    /// The memory that they take, in bytes, and how much they may take. Lines that measure nothing wait with the
    /// measurement before them.
    private var pendingBytes = 0
    private static let maxPendingBytes = 16 << 20
    /// Whether any line has measured since the last comment.
    private var hasMeasured = false

    /// - Parameters:
    ///   - interval: that of the sensor.
    ///   - marks: what measurements begin with; empty: any line may be one.
    ///   - possible: the times that can be true, in microseconds since 1970.
    init(_ lines: any LoggedLines, interval: TimeSpan?, marks: [[UInt8]], possible: ClosedRange<Int64>) {
        self.lines = lines
        self.marks = marks
        let interval = interval ?? .seconds(1)
        clock = LogClock(interval: interval)
        times = StatedTimes(possible: possible, interval: interval)
    }

    var progress: Double { lines.progress }

    func next() throws(FileError) -> (at: Instant, event: SurveyEvent)? {
        while delivered == waiting.count {
            guard !hasEnded else { return nil }
            waiting.removeAll(keepingCapacity: true)
            delivered = 0
            if let line = try lines.next() {
                add(line)
            } else {
                hasEnded = true
                times.end()
                deliverDecided()
                waiting.append((last, .end))
            }
        }
        delivered += 1
        return waiting[delivered - 1]
    }

    private func add(_ line: LoggedLine) {
        let measures = measures(line)
        pending.append((line, measures))
        pendingBytes += Self.memory(of: line)
        if measures {
            times.add(line.utc, or: line.later)
        } else if line.isComment, hasMeasured {
            // A device begins a log with comments: the clock may have been set before them.
            times.end()
        }
        if measures || line.isComment { hasMeasured = measures }
        // So many without a measurement are not a log's: nothing that follows says more of the time before them.
        if pendingBytes >= Self.maxPendingBytes { times.end() }
        deliverDecided()
    }

    private func measures(_ line: LoggedLine) -> Bool {
        line.utc != nil || !line.isComment && !line.isFurther && (marks.isEmpty || line.offset(of: marks) != nil)
    }

    /// Delivers the lines up to the first measurement whose time is not decided.
    private func deliverDecided() {
        var count = 0, decided = 0
        for (line, measures) in pending {
            if measures {
                guard decided < times.verdicts.count else { break }
                if case .dated(let utc) = times.verdicts[decided] {
                    deliver(line, clock.measured(utc))
                } else {
                    deliver(line, clock.measured(nil))
                }
                decided += 1
            } else {
                deliver(line, clock.passed())
            }
            count += 1
            pendingBytes -= Self.memory(of: line)
        }
        pending.removeFirst(count)
        times.verdicts.removeFirst(decided)
    }

    private static func memory(of line: LoggedLine) -> Int { line.bytes.count + 128 }

    private func deliver(_ line: LoggedLine, _ step: LogClock.Step) {
        if step.isLeap { waiting.append((last, .linkDown)) }
        if let row = step.row { waiting.append((row.at, row.utc.map { .clock(utc: $0) } ?? .undated)) }
        if step.isLeap { waiting.append((step.at, .linkUp)) }
        waiting.append((step.at, .bytes(channel: 0, line.bytes)))
        last = step.at
    }
}
