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

    private var rows: [Row]
    private var first = 0, count = 0

    /// Creates a clock that knows no date.
    public init() { rows = Array(repeating: Row(at: .clockStart, utc: 0), count: Self.capacity) }

    /// Adds a row; the oldest is overwritten when there are too many. Of two rows with the same time the later one
    /// holds, and a row that is earlier than the latest is ignored.
    /// - Parameter utc: what the wall clock shows, in microseconds since 1970.
    public mutating func add(utc: Int64, at time: Instant) {
        if count > 0 {
            let latest = self[count - 1].at
            guard time >= latest else { return }
            if time == latest { count -= 1 }
        }
        if count == Self.capacity { first = (first + 1) % Self.capacity } else { count += 1 }
        rows[(first + count - 1) % Self.capacity] = Row(at: time, utc: utc)
    }

    /// The date of a time in microseconds since 1970, by the last row that is not after it, or by the first one; nil:
    /// there is no row, or the date is beyond what 64 bits hold.
    public func utc(of time: Instant) -> Int64? {
        guard count > 0 else { return nil }
        var index = count - 1
        while index > 0, self[index].at > time { index -= 1 }
        let row = self[index]
        let (since, isBeyond) = time.microseconds.subtractingReportingOverflow(row.at.microseconds)
        let (utc, isTooLate) = row.utc.addingReportingOverflow(since)
        return isBeyond || isTooLate ? nil : utc
    }

    private subscript(index: Int) -> Row { rows[(first + index) % Self.capacity] }
}
