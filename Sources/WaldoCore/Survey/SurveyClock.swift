public import WaldoTime

/// What the wall clock showed at times of the session's clock: gives a time its date. A step of the wall clock is one
/// more row, and changes no date before it.
public struct SurveyClock: Equatable, Sendable {
    /// How many rows are kept: an hour, at one row a minute.
    public static let capacity = 64

    private struct Row: Equatable, Sendable {
        var at: Instant
        var utc: Int64
    }

    private var rows = BoundedRing(capacity: Self.capacity, filling: Row(at: .clockStart, utc: 0))

    /// Creates a clock that knows no date.
    public init() {}

    /// Adds a row; the oldest is overwritten when there are too many. Of two rows with the same time the later one
    /// holds, and a row that is earlier than the latest is ignored.
    /// - Parameter utc: what the wall clock shows, in microseconds since 1970.
    public mutating func add(utc: Int64, at time: Instant) {
        if rows.count > 0 {
            let latest = rows[rows.count - 1].at
            guard time >= latest else { return }
            if time == latest { rows.removeLast() }
        }
        rows.append(Row(at: time, utc: utc))
    }

    /// The date of a time in microseconds since 1970, by the last row that is not after it, or by the first one; nil:
    /// there is no row, or the date is beyond what 64 bits hold.
    public func utc(of time: Instant) -> Int64? {
        guard rows.count > 0 else { return nil }
        var index = rows.count - 1
        while index > 0, rows[index].at > time { index -= 1 }
        let row = rows[index]
        let (since, isBeyond) = time.microseconds.subtractingReportingOverflow(row.at.microseconds)
        let (utc, isTooLate) = row.utc.addingReportingOverflow(since)
        return isBeyond || isTooLate ? nil : utc
    }
}
