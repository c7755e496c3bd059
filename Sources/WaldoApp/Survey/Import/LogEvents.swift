internal import WaldoCore
internal import WaldoFiles
internal import WaldoTime

/// The lines of a log as the events of a survey: each line as bytes of the sensor, and a row of the wall clock where
/// the lines' own times begin or leap.
final class LogEvents: ImportedEvents {
    private let lines: any LoggedLines
    private var clock: LogClock
    private var waiting: [(at: Instant, event: SurveyEvent)] = []
    private var given = 0, last = Instant.clockStart, hasEnded = false

    /// What measurements begin with, noise before it aside; empty: any line may be one.
    private let marks: [[UInt8]]

    /// - Parameters:
    ///   - interval: that of the sensor.
    ///   - marks: what measurements begin with; empty: any line may be one.
    init(_ lines: any LoggedLines, interval: TimeSpan?, marks: [[UInt8]]) {
        self.lines = lines
        self.marks = marks
        clock = LogClock(interval: interval ?? .seconds(1))
    }

    var progress: Double { lines.progress }

    func next() throws(FileError) -> (at: Instant, event: SurveyEvent)? {
        if given == waiting.count {
            guard !hasEnded else { return nil }
            waiting.removeAll(keepingCapacity: true)
            given = 0
            if let line = try lines.next() {
                take(line)
            } else {
                hasEnded = true
                waiting.append((last, .end))
            }
        }
        given += 1
        return waiting[given - 1]
    }

    private func take(_ line: LoggedLine) {
        let measures =
            line.utc != nil
            || !line.isComment && !line.isFurther && (marks.isEmpty || line.place(of: marks) != nil)
        let step = clock.take(utc: line.utc, measures: measures)
        if step.isLeap { waiting.append((last, .linkDown)) }
        if let utc = step.clock { waiting.append((step.at, .clock(utc: utc))) }
        if step.isLeap { waiting.append((step.at, .linkUp)) }
        waiting.append((step.at, .bytes(channel: 0, line.bytes)))
        last = step.at
    }
}
