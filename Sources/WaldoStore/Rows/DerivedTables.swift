import WaldoCore
import WaldoSurvey
import WaldoTime

// The rows of a run.

extension StreamDescription: Row {
    static let table = "stream", key = RowKey.stream
    static var blank: StreamDescription { StreamDescription(name: "") }

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.column("name", &name)
        columns.column("quantity", &quantity)
        columns.column("unit", &unit)
        columns.column("exposure", &exposure)
        columns.column("interval", &interval)
        columns.column("compensated", &isCompensated)
        var five = (0..<5).map { $0 < thresholds.count ? thresholds[$0] : nil }
        for index in five.indices { columns.column("t\(index + 1)", &five[index]) }
        thresholds = five.compactMap { $0 }
    }
}

extension Sample: Row {
    static let table = "sample", key = RowKey.sample
    static var blank: Sample {
        let zero = Instant(microseconds: 0)
        return Sample(stream: 0, sequence: 0, value: nil, from: zero, to: zero)
    }

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.column("value", &value)
        columns.column("low", &low)
        columns.column("high", &high)
        columns.derived("sigma", sigma)
        columns.column("mono_from", &from)
        columns.column("mono_to", &to)
        columns.column("utc", &utc, .time)
        columns.derived("time", TimeColumn(utc))
        columns.column("flags", &flags)
        var x = place?.x, y = place?.y, z = place?.z, system = place?.system
        var accuracy = place?.accuracy, vertical = place?.verticalAccuracy
        columns.column("x", &x, .coordinate)
        columns.column("y", &y, .coordinate)
        columns.column("z", &z, .coordinate)
        columns.column("srs", &system)
        columns.column("accuracy", &accuracy)
        columns.column("vertical", &vertical)
        if let system, let x, let y {
            place = Place(system: system, x: x, y: y, z: z, accuracy: accuracy, verticalAccuracy: vertical)
        }
    }
}

extension AlarmChange: Row {
    static let table = "alarm", key = RowKey.derived
    static var blank: AlarmChange { AlarmChange(node: "", at: Instant(microseconds: 0), cause: nil) }

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.column("node", &node)
        columns.column("mono", &at)
        columns.column("cause", &cause)
        columns.column("value", &value)
        columns.column("halts", &halts)
    }
}

extension Gap: Row {
    static let table = "gap", key = RowKey.derived
    static var blank: Gap { Gap(from: Instant(microseconds: 0), to: Instant(microseconds: 0), cause: .session) }

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.column("mono_from", &from)
        columns.column("mono_to", &to)
        columns.column("cause", &cause)
        columns.column("missing", &missing)
    }
}

struct RejectRow: Row {
    static let table = "reject", key = RowKey.derived
    static var blank: RejectRow {
        RejectRow(reject: Reject(at: Instant(microseconds: 0), channel: 0, bytes: [], reason: .stray))
    }

    var reject: Reject
    /// The line of an imported file, from 1; nil: bytes of a sensor.
    var line: Int?

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.column("mono", &reject.at)
        columns.column("channel", &reject.channel, .channel)
        columns.column("bytes", &reject.bytes)
        columns.column("reason", &reject.reason)
        columns.column("field", &reject.field)
        columns.column("line", &line)
    }
}
