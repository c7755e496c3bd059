import WaldoCore
import WaldoSurvey
import WaldoTime

/// Inserts the raw rows of one session: the exact order of its events.
final class RawRows {
    private let session: Int64
    private let clockSource: String
    private let reading, command, fix, clock, event: PreparedStatement
    private var ordinal: Int64 = 0
    /// The times of the first and last row.
    private(set) var first: Instant?, last: Instant?

    init(session: Int64, clockSource: String, in connection: Connection) throws(StoreError) {
        self.session = session
        self.clockSource = clockSource
        reading = try connection.insertion(of: ReadingRow.self)
        command = try connection.insertion(of: CommandRow.self)
        fix = try connection.insertion(of: Fix.self)
        clock = try connection.insertion(of: ClockRow.self)
        event = try connection.insertion(of: EventRow.self)
    }

    private func insert(_ row: some Row, _ statement: PreparedStatement, at: Instant) throws(StoreError) {
        statement.bind(RowID.raw(session: session, ordinal))
        statement.bind(session)
        statement.bind(ordinal)
        statement.bind(at)
        ordinal += 1
        if first == nil { first = at }
        last = max(last ?? at, at)
        statement.bind(row: row)
        try statement.run()
    }

    func insert(_ row: ReadingRow, at: Instant) throws(StoreError) { try insert(row, reading, at: at) }
    func insert(_ row: CommandRow, at: Instant) throws(StoreError) { try insert(row, command, at: at) }
    func insert(_ value: Fix, at: Instant) throws(StoreError) { try insert(value, fix, at: at) }
    func insert(_ row: EventRow, at: Instant) throws(StoreError) { try insert(row, event, at: at) }

    /// - Parameter utc: microseconds since 1970.
    func insertClock(_ utc: Int64, at: Instant) throws(StoreError) {
        try insert(ClockRow(utc: utc, source: clockSource), clock, at: at)
    }
}
