import WaldoCore
import WaldoSurvey
import WaldoTime

// The rows of a session's events.

struct ReadingRow: Row {
    static let table = "reading", key = RowKey.raw
    static var blank: ReadingRow { ReadingRow(channel: 0, bytes: UnsafeRawBufferPointer(start: nil, count: 0)) }

    var channel: Int
    var bytes: UnsafeRawBufferPointer

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.column("channel", &channel, .channel)
        columns.column("bytes", &bytes)
    }
}

struct CommandRow: Row {
    static let table = "command", key = RowKey.raw
    static var blank: CommandRow { CommandRow(channel: 0, value: 0) }

    /// The channel's index.
    var channel: Int
    var value: Int64

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.column("channel", &channel, .id(0..<8))
        columns.column("value", &value, .id(Int64(Int32.min)..<1 << 31))
    }
}

extension Fix: Row {
    static let table = "fix", key = RowKey.raw
    static var blank: Fix { Fix(source: .fixed, at: Instant(microseconds: 0), place: Place(x: 0, y: 0)) }

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.column("source", &source)
        columns.column("measured", &at)
        // SQLite has no NaN.
        var x = place.x as Double?, y = place.y as Double?
        columns.column("x", &x)
        columns.column("y", &y)
        (place.x, place.y) = (x ?? .nan, y ?? .nan)
        columns.column("z", &place.z)
        columns.column("srs", &place.system)
        columns.column("accuracy", &place.accuracy)
        columns.column("vertical", &place.verticalAccuracy)
        columns.column("valid", &isValid)
        columns.column("satellites", &satellites, .id(Int64(Int32.min)..<1 << 32))
        columns.column("hdop", &hdop)
    }
}

struct ClockRow: Row {
    static let table = "clock", key = RowKey.raw
    static var blank: ClockRow { ClockRow(utc: 0, source: "") }

    /// Microseconds since 1970.
    var utc: Int64
    /// Where the time comes from (`SessionStart`).
    var source: String

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.column("utc", &utc, .time)
        columns.column("source", &source)
    }
}

/// An event that carries nothing but its time.
struct EventRow: Row {
    static let table = "event", key = RowKey.raw
    static var blank: EventRow { EventRow(kind: "") }

    /// The name of an `EventKind`, or of one that a later version knows.
    var kind: String

    mutating func visit(_ columns: inout some ColumnVisitor) { columns.column("kind", &kind) }
}
