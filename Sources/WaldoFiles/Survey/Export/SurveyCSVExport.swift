import WaldoCore
public import WaldoSurvey
import WaldoTime

/// Exports samples as a flat table, one row each (RFC 4180, UTF-8, with a header, lines ended by CR LF). An empty field
/// means that there is no value. Numbers are the shortest that read back as the same `Double`.
///
/// | column | |
/// |---|---|
/// | `time` | the middle of the sample's exposure: UTC, ISO 8601, microseconds; without `Z`, local in an unknown zone |
/// | `stream`, `sequence` | the stream's name, and the sample's number in it |
/// | `value`, `low`, `high`, `unit` | the number, its limits of one standard deviation, their unit |
/// | `flags` | names of flags with spaces between them, as `SampleFlags.names` has them |
/// | `exposure` | the time that the number stands for, in seconds |
/// | `longitude`, `latitude`, `height` | WGS 84, degrees and metres; of a place in the world |
/// | `x`, `y`, `z` | metres from the arm's base; of a place in the arm's workspace |
/// | `accuracy`, `vertical_accuracy` | of the place, one standard deviation, in metres |
public final class SurveyCSVExport {
    static let columns = [
        "time", "stream", "sequence", "value", "low", "high", "unit", "flags", "exposure", "longitude", "latitude",
        "height", "x", "y", "z", "accuracy", "vertical_accuracy",
    ]

    private let file: ExportFile
    private let names: [[UInt8]], units: [[UInt8]]
    private let zone: StaticString
    private var flags = FlagNames()
    private var row: [UInt8] = []
    /// Rows written so far, without the header.
    public private(set) var rows = 0

    /// Creates the file and writes the table's header.
    /// - Throws: why the file cannot be created or written.
    public init(_ path: String, of survey: ExportedSurvey) throws(ExportError) {
        file = try ExportFile(path)
        names = survey.streams.map { Self.field($0.name) }
        units = survey.streams.map { Self.field($0.unit) }
        zone = survey.zone
        row.reserveCapacity(512)
        row.add(Self.columns.joined(separator: ","))
        try end()
        rows = 0
    }

    private static func field(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.add(csv: text)
        return bytes
    }

    /// Adds a sample.
    /// - Throws: why the file cannot be written.
    public func export(_ sample: Sample) throws(ExportError) {
        let flags = flags.text(sample.flags)
        // One access of the stored row for all its columns.
        row.add(sample, name: names[sample.stream], unit: units[sample.stream], flags: flags, zone: zone)
        try end()
    }

    /// Writes what is still buffered and gives the file its name.
    /// - Throws: why the file cannot be written, or that its name is taken by now.
    public func finish() throws(ExportError) { try file.finish() }

    private func end() throws(ExportError) {
        row.add("\r\n" as StaticString)
        try file.write(row)
        row.removeAll(keepingCapacity: true)
        rows += 1
    }
}

extension [UInt8] {
    fileprivate mutating func add(
        _ sample: Sample, name: [UInt8], unit: [UInt8], flags: [UInt8], zone: StaticString
    ) {
        if let utc = sample.utc, CalendarTime.span.contains(utc) { add(utc: utc, decimals: 6, zone: zone) }
        comma()
        append(contentsOf: name)
        comma()
        add(digits: sample.sequence, decimals: 0)
        add(field: sample.value)
        add(field: sample.low)
        add(field: sample.high)
        comma()
        append(contentsOf: unit)
        comma()
        append(contentsOf: flags)
        comma()
        add(shortest: Double((sample.to - sample.from).microseconds) / 1_000_000)
        let world = sample.place?.system == .world ? sample.place : nil
        let arm = sample.place?.system == .arm ? sample.place : nil
        for place in [world, arm] {
            add(field: place?.x)
            add(field: place?.y)
            add(field: place?.z)
        }
        add(field: sample.place?.accuracy)
        add(field: sample.place?.verticalAccuracy)
    }

    private mutating func comma() { append(UInt8(ascii: ",")) }

    private mutating func add(field number: Double?) {
        comma()
        if let number { add(shortest: number) }
    }
}
