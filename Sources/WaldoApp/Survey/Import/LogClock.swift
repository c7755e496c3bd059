internal import WaldoTime

/// Gives the lines of a log their times on the session's clock, which begins with the first line and never goes back.
///
/// A line follows the one before it by the difference of the times that both state. Where that is negative or longer
/// than a day, the log's clock was set: the line then follows by the sensor's interval, and a row of the wall clock has
/// its date. A measurement without a time follows by the interval as well.
struct LogClock {
    /// The longest time that a device may have been switched off within a log.
    private static let longest: TimeSpan = .seconds(86_400)

    /// What is known of a line's time.
    struct Step: Equatable {
        /// The line's time on the session's clock.
        var at: Instant
        /// The date for a row of the wall clock at this time; nil: it goes on as before.
        var clock: Int64?
        /// Whether the log's clock has leapt forward by more than a day: the lines before and after are not connected.
        var isLeap = false
    }

    private let interval: TimeSpan
    private var time = Instant.clockStart
    private var hasBegun = false
    /// The latest line that states its time.
    private var last: (at: Instant, utc: Int64)?

    /// - Parameter interval: the time between two measurements, where the lines do not state it.
    init(interval: TimeSpan) { self.interval = interval }

    /// The time of the next line.
    /// - Parameters:
    ///   - utc: the time that it states, in microseconds since 1970; nil: none.
    ///   - measures: whether it is a measurement, before which time has passed.
    mutating func take(utc: Int64?, measures: Bool) -> Step {
        defer { hasBegun = hasBegun || measures || utc != nil }
        guard let utc else {
            if measures, hasBegun { time = time + interval }
            return Step(at: time, clock: nil)
        }
        guard let last else {
            if hasBegun { time = time + interval }
            return set(utc)
        }
        let passed = utc - last.utc
        guard passed >= 0, passed <= Self.longest.microseconds else {
            time = time + interval
            var step = set(utc)
            step.isLeap = passed > 0
            return step
        }
        let due = last.at + .microseconds(passed)
        // Lines without a time have taken more than this one leaves.
        guard due >= time else { return set(utc) }
        time = due
        self.last = (time, utc)
        return Step(at: time, clock: nil)
    }

    private mutating func set(_ utc: Int64) -> Step {
        last = (time, utc)
        return Step(at: time, clock: utc)
    }
}
