internal import WaldoCore
internal import WaldoTime

/// The earliest and latest time of a session, in microseconds since 1970. Its wall clock may have been set meanwhile,
/// as that of a logger is whose lines are not in the order of their dates.
struct SessionTimes {
    private var time = Instant.distantPast
    private var first: Instant?
    /// How much the wall clock is ahead of the session's.
    private var offset: Int64?
    /// From the earliest time to the latest; nil: no clock was recorded.
    private(set) var range: ClosedRange<Int64>?

    /// Takes an event of the session, in order.
    mutating func take(_ event: SurveyEvent, at: Instant) {
        time = max(time, at)
        first = first ?? time
        if case .clock(let utc) = event {
            // What came before the first row of the clock has its date by it.
            if offset == nil, let first { add(utc &- (time - first).microseconds) }
            offset = utc &- time.microseconds
        }
        if let offset { add(time.microseconds &+ offset) }
    }

    private mutating func add(_ utc: Int64) {
        range = range.map { min($0.lowerBound, utc)...max($0.upperBound, utc) } ?? utc...utc
    }
}
