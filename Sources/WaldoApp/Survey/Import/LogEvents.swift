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

    /// Whether only lines that begin with `$` are measurements.
    private let isMarked: Bool

    /// - Parameters:
    ///   - interval: that of the sensor.
    ///   - isMarked: whether only lines that begin with `$` are measurements, as in bGeigie logs.
    init(_ lines: any LoggedLines, interval: TimeSpan?, isMarked: Bool = true) {
        self.lines = lines
        self.isMarked = isMarked
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
        let isMeant = !isMarked || line.bytes.first == UInt8(ascii: "$")
        let measures = line.utc != nil || !line.isComment && !line.isFurther && isMeant
        let step = clock.take(utc: line.utc, measures: measures)
        if step.isLeap { waiting.append((last, .linkDown)) }
        if let utc = step.clock { waiting.append((step.at, .clock(utc: utc))) }
        if step.isLeap { waiting.append((step.at, .linkUp)) }
        waiting.append((step.at, .bytes(channel: 0, line.bytes)))
        last = step.at
    }
}
