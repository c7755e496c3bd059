import WaldoTime

/// Gives the lines of a log their times on the session's clock, which begins with the first line and never goes back.
///
/// A line follows the one before it by the difference of the times that both state. Where that is negative or longer
/// than a day, the log's clock was set, and the line follows by the sensor's interval. So does a measurement whose time
/// is not believed.
struct LogClock {
    /// The longest time that a device may have been switched off within a log.
    private static let longest: TimeSpan = .seconds(86_400)

    /// What the wall clock shows from a time of the session's clock on.
    struct Row: Equatable {
        var at: Instant
        /// Microseconds since 1970; nil: the date is not known.
        var utc: Int64?
    }

    /// What is known of a line's time.
    struct Step: Equatable {
        /// The line's time on the session's clock.
        var at: Instant
        /// A row of the wall clock before the line, at the beginning of what it measured; nil: it goes on as before.
        var row: Row?
        /// Whether the log's clock has leapt forward by more than a day: the lines before and after are not connected.
        var isLeap = false
    }

    private let interval: TimeSpan
    private var time = Instant.clockStart
    private var hasBegun = false, isDated = true
    /// The latest line that states its time.
    private var last: (at: Instant, utc: Int64)?

    /// - Parameter interval: the time between two measurements, where the lines do not state it.
    init(interval: TimeSpan) { self.interval = interval }

    /// The time of a line that measures nothing.
    func passed() -> Step { Step(at: time) }

    /// The time of the next measurement.
    /// - Parameter utc: the time that it states, in microseconds since 1970; nil: none that is believed.
    mutating func measured(_ utc: Int64?) -> Step {
        let before = hasBegun ? time : nil
        defer { hasBegun = true }
        guard let utc else {
            if hasBegun { time = time + interval }
            defer { isDated = false }
            return Step(at: time, row: isDated ? row(nil, after: before) : nil)
        }
        defer { (last, isDated) = ((time, utc), true) }
        let passed = last.map { utc - $0.utc }
        if let last, let passed, passed >= 0, passed <= Self.longest.microseconds {
            let due = last.at + .microseconds(passed)
            // Lines without a time may have taken more than this one leaves; what it measured is not theirs.
            let isOnTime = due >= time
            time = isOnTime ? due : passed >= interval.microseconds ? time + interval : time
            return Step(at: time, row: isOnTime && isDated ? nil : row(utc, after: before))
        }
        if hasBegun { time = time + interval }
        return Step(at: time, row: row(utc, after: before), isLeap: passed.map { $0 > 0 } ?? false)
    }

    /// A row of the wall clock at the beginning of what the present line measured.
    private func row(_ utc: Int64?, after before: Instant?) -> Row {
        guard let before, before < time else { return Row(at: time, utc: utc) }
        let begin = max(before + .microseconds(1), time - interval)
        return Row(at: begin, utc: utc.map { $0 - (time - begin).microseconds })
    }
}
