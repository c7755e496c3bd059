import WaldoCore
import WaldoSurvey
import WaldoTime

// The rows of what a survey is.

struct SurveyRow: Row {
    static let table = "survey", key = RowKey.chosen(.row), unique = ["uuid"]
    static var blank: SurveyRow {
        SurveyRow(
            survey: SurveyDescription(
                uuid: "", title: "", started: 0, sensor: SurveyDescription.File(name: "", text: ""), version: ""))
    }

    /// The survey, without its tags and characteristics.
    var survey: SurveyDescription
    /// When it ended, was deleted, and lost its raw rows: microseconds since 1970; nil: it has not.
    var ended: Int64?, deleted: Int64?, pruned: Int64?

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.column("uuid", &survey.uuid)
        columns.column("title", &survey.title)
        columns.column("method", &survey.method)
        columns.column("started", &survey.started, .time)
        columns.derived("started_time", TimeColumn(survey.started))
        columns.column("ended", &ended, .time)
        columns.derived("ended_time", TimeColumn(ended))
        columns.file("arm_name", "arm", &survey.arm)
        columns.column("sensor_name", &survey.sensor.name)
        columns.column("sensor", &survey.sensor.text)
        columns.file("graph_name", "graph", &survey.graph)
        columns.column("location", &survey.location)
        columns.column("start_position", &survey.startPosition)
        columns.column("upload", &survey.allowsUpload)
        columns.column("serial", &survey.device.serial)
        columns.column("version", &survey.version)
        columns.column("deleted", &deleted, .time)
        columns.column("pruned", &pruned, .time)
    }
}

extension ColumnVisitor {
    /// The name and the text of a file, which may be missing.
    mutating func file(_ nameColumn: String, _ textColumn: String, _ file: inout SurveyDescription.File?) {
        var name = file?.name, text = file?.text
        column(nameColumn, &name)
        column(textColumn, &text)
        file = text.map { SurveyDescription.File(name: name ?? "", text: $0) }
    }
}

struct SessionRow: Row {
    static let table = "session", key = RowKey.chosen(.session)
    static var blank: SessionRow { SessionRow(survey: 0, boot: "") }

    var survey: Int64
    var boot: String
    /// The times of its first and last row on its clock; nil: not yet known.
    var start: Instant?, end: Instant?
    /// Whether it was ended; nil: it goes on, or was killed.
    var isClean: Bool?

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.column("survey", &survey, .row, of: "survey")
        columns.column("boot", &boot)
        columns.column("mono_start", &start)
        columns.column("mono_end", &end)
        columns.column("clean", &isClean)
    }
}

struct DeviceRow: Row {
    static let table = "device", key = RowKey.chosen(.row)
    static var blank: DeviceRow { DeviceRow(survey: 0, device: SurveyDescription.Device()) }

    var survey: Int64
    var device: SurveyDescription.Device

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.column("survey", &survey, .row, of: "survey")
        columns.column("address", &device.address)
        columns.column("name", &device.name)
        columns.column("serial", &device.serial)
    }
}

struct ChannelRow: Row {
    static let table = "channel", key = RowKey.chosen(.row)
    static var blank: ChannelRow { ChannelRow(session: 0, device: 0, channel: 0, uuid: "") }

    var session: Int64, device: Int64
    /// The characteristic's index in the sensor's list, and its UUID.
    var channel: Int, uuid: String

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.column("session", &session, .session, of: "session")
        columns.column("device", &device, .row, of: "device")
        columns.column("channel", &channel, .channel)
        columns.column("uuid", &uuid)
    }
}

struct TagRow: Row {
    static let table = "tag", key = RowKey.chosen(.row), unique = ["survey", "text"]
    static var blank: TagRow { TagRow(survey: 0, text: "") }

    var survey: Int64
    var text: String

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.column("survey", &survey, .row, of: "survey")
        columns.column("text", &text)
    }
}

struct NoteRow: Row {
    static let table = "note", key = RowKey.chosen(.row)
    static var blank: NoteRow { NoteRow(survey: 0, utc: 0, text: "") }

    var survey: Int64
    var utc: Int64
    var place: Place?
    var text: String

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.column("survey", &survey, .row, of: "survey")
        columns.column("utc", &utc, .time)
        columns.derived("time", TimeColumn(utc))
        var x = place?.x, y = place?.y, system = place?.system
        columns.column("x", &x, .coordinate)
        columns.column("y", &y, .coordinate)
        columns.column("srs", &system)
        if let system, let x, let y { place = Place(system: system, x: x, y: y) }
        columns.column("text", &text)
    }
}

struct RunRow: Row {
    static let table = "run", key = RowKey.chosen(.run)
    static var blank: RunRow { RunRow(session: 0, RunDescription(sensor: "", version: ""), isLive: false, made: 0) }

    var session: Int64
    /// The hash of the description, as stored.
    var hash: String
    var isLive: Bool
    /// When: microseconds since 1970.
    var made: Int64
    var run: RunDescription

    init(session: Int64, _ run: RunDescription, isLive: Bool, made: Int64) {
        self.session = session
        self.run = run
        hash = run.hash
        self.isLive = isLive
        self.made = made
    }

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.column("session", &session, .session, of: "session")
        columns.column("hash", &hash)
        columns.column("version", &run.version)
        columns.column("live", &isLive)
        columns.column("made", &made, .time)
        columns.column("arm", &run.arm)
        columns.column("sensor", &run.sensor)
        columns.file("graph_name", "graph", &run.graph)
        columns.column("location", &run.location)
        columns.column("start_position", &run.startPosition)
    }
}
