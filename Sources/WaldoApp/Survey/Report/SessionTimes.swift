import WaldoCore
import WaldoSurvey
import WaldoTime

/// The earliest and latest time of what was heard in a session, in microseconds since 1970. Its wall clock may have
/// been set meanwhile, as that of a logger is whose lines are not in the order of their dates. What has no date counts
/// for neither.
struct SessionTimes {
    private var time = Instant.distantPast
    private var first: Instant?
    /// Whether there was a row of the clock, with a date or without.
    private var hasRow = false
    /// How much the wall clock is ahead of the session's; nil: the date is not known.
    private var offset: Int64?
    /// From the earliest time to the latest; nil: no date was recorded.
    private(set) var range: ClosedRange<Int64>?

    /// Processes an event of the session, in order.
    mutating func process(_ event: SurveyEvent, at: Instant) {
        time = max(time, at)
        first = first ?? time
        switch event {
        case .clock(let utc):
            offset = utc &- time.microseconds
            // What came before the first row of the clock has its date by it. A later one stands before what is heard.
            if !hasRow, let first { add(first) }
            hasRow = true
        case .undated: (offset, hasRow) = (nil, true)
        default: add(time)
        }
    }

    private mutating func add(_ time: Instant) {
        guard let offset else { return }
        let utc = time.microseconds &+ offset
        range = range.map { min($0.lowerBound, utc)...max($0.upperBound, utc) } ?? utc...utc
    }
}
