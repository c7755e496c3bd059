import WaldoCore
public import WaldoTime

/// What the wall clock showed at times of the session's clock: gives a time its date. A step of the wall clock is one
/// more row, and changes no date before it. A row without a date begins a time that has none.
public struct SurveyClock: Equatable, Sendable {
    /// How many rows are kept: an hour, at one row a minute.
    public static let capacity = 64

    private struct Row: Equatable, Sendable {
        var at: Instant
        var utc: Int64?
    }

    private var rows = BoundedRing(capacity: Self.capacity, filling: Row(at: .clockStart, utc: 0))

    /// Creates a clock that knows no date.
    public init() {}

    /// Adds a row; the oldest is overwritten when there are too many. Of two rows with the same time the later one
    /// holds, and a row that is earlier than the latest is ignored.
    /// - Parameter utc: what the wall clock shows, in microseconds since 1970; nil: the date is not known from here on.
    public mutating func add(utc: Int64?, at time: Instant) {
        if rows.count > 0 {
            let latest = rows[rows.count - 1].at
            guard time >= latest else { return }
            if time == latest { rows.removeLast() }
        }
        rows.append(Row(at: time, utc: utc))
    }

    /// The date of a time in microseconds since 1970, by the last row that is not after it, or by the first one; nil:
    /// there is no row, the row has no date, or the date is beyond what 64 bits hold.
    public func utc(of time: Instant) -> Int64? {
        guard let row = row(of: time), let date = row.utc else { return nil }
        let (since, isBeyond) = time.microseconds.subtractingReportingOverflow(row.at.microseconds)
        let (utc, isTooLate) = date.addingReportingOverflow(since)
        return isBeyond || isTooLate ? nil : utc
    }

    /// Whether the date of a time is known not to be known: by a row without a date.
    public func isUndated(at time: Instant) -> Bool { row(of: time).map { $0.utc == nil } ?? false }

    /// Whether the newest row has no date.
    public var endsUndated: Bool { rows.count > 0 && rows[rows.count - 1].utc == nil }

    private func row(of time: Instant) -> Row? {
        guard rows.count > 0 else { return nil }
        var index = rows.count - 1
        while index > 0, rows[index].at > time { index -= 1 }
        return rows[index]
    }
}
