internal import WaldoCore
internal import WaldoTime

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
        reading = try connection.insertion(into: "reading")
        command = try connection.insertion(into: "command")
        fix = try connection.insertion(into: "fix")
        clock = try connection.insertion(into: "clock")
        event = try connection.insertion(into: "event")
    }

    private func begin(_ statement: PreparedStatement, at: Instant) -> PreparedStatement {
        statement.bind(RowID.raw(session: session, ordinal))
        statement.bind(session)
        statement.bind(ordinal)
        statement.bind(at.microseconds)
        ordinal += 1
        if first == nil { first = at }
        last = max(last ?? at, at)
        return statement
    }

    func insertReading(channel: Int, _ bytes: UnsafeRawBufferPointer, at: Instant) throws(StoreError) {
        let row = begin(reading, at: at)
        row.bind(channel)
        row.bind(bytes, isText: false)
        try row.run()
    }

    func insertCommand(channel: Int, value: Int64, at: Instant) throws(StoreError) {
        let row = begin(command, at: at)
        row.bind(channel)
        row.bind(value)
        try row.run()
    }

    func insert(_ value: Fix, at: Instant) throws(StoreError) {
        let row = begin(fix, at: at)
        row.bind(value.source.rawValue)
        row.bind(value.at.microseconds)
        row.bind(value.place.x)
        row.bind(value.place.y)
        row.bind(value.place.z)
        row.bind(Int64(value.place.system.rawValue))
        row.bind(value.place.accuracy)
        row.bind(value.place.verticalAccuracy)
        row.bind(value.isValid)
        row.bind(value.satellites)
        row.bind(value.hdop)
        try row.run()
    }

    func insertClock(utc: Int64, at: Instant) throws(StoreError) {
        let row = begin(clock, at: at)
        row.bind(utc)
        row.bind(clockSource)
        try row.run()
    }

    func insertEvent(_ kind: EventKind, at: Instant) throws(StoreError) {
        let row = begin(event, at: at)
        row.bind(kind.rawValue)
        try row.run()
    }
}
