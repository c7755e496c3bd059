public import WaldoCore
internal import WaldoTime

/// Exports samples as the CSV of AirCasting's server: four headings, each a line of names above a line of values with a
/// column for each stream; the line of column names; then a row for each time and place. Lines end with LF.
///
/// The format's times have no zone; these are UTC, or local where their zone is not known, with milliseconds. A sample
/// without a number, a time or a place in the world has no row in this format, and neither have errors and flags.
public final class AirCastingExport {
    private let file: ExportFile
    private let title: [UInt8]
    /// For each stream its column: the format sorts streams by their names.
    private let columns: [Int]
    private var values: [Double?]
    private var open: (utc: Int64, longitude: Double, latitude: Double)?
    private var row: [UInt8] = []
    /// Rows written so far, without the headings.
    public private(set) var rows = 0
    /// Samples left out so far.
    public private(set) var leftOut = 0

    /// Creates the file and writes its headings.
    /// - Throws: that the survey is not for upload; why the file cannot be created or written.
    public init(_ path: String, of survey: ExportedSurvey) throws(SurveyExportError) {
        guard !survey.forbidsUpload else { throw .forbidden(title: survey.title, format: "AirCasting tables") }
        let order = survey.streams.indices.sorted {
            survey.streams[$0].name.utf8.lexicographicallyPrecedes(survey.streams[$1].name.utf8)
        }
        columns = survey.streams.indices.map { stream in order.firstIndex(of: stream) ?? 0 }
        values = survey.streams.map { _ in nil }
        var title: [UInt8] = []
        title.add(csv: survey.title)
        self.title = title
        row.reserveCapacity(512)
        do throws(ExportError) {
            file = try ExportFile(path)
            try writeHeadings(survey, order: order)
        } catch { throw .file(error) }
    }

    private func writeHeadings(_ survey: ExportedSurvey, order: [Int]) throws(ExportError) {
        let package = survey.device.isEmpty ? survey.sensor : "\(survey.sensor):\(survey.device)"
        for (heading, text) in [
            ("Sensor_Package_Name", { _ in package }), ("Sensor_Name", { $0.name }),
            ("Measurement_Type", { $0.quantity ?? $0.name }), ("Measurement_Units", { $0.unit }),
        ] as [(String, (StreamDescription) -> String)] {
            try pad(order.map { _ in heading })
            try pad(order.map { text(survey.streams[$0]) })
        }
        row.add("ObjectID,Session_Name,Timestamp,Latitude,Longitude" as StaticString)
        for column in order.indices { row.add(",\(column + 1):Measurement_Value") }
        try end()
    }

    private func pad(_ cells: [String]) throws(ExportError) {
        row.add(",,,," as StaticString)
        for cell in cells {
            row.append(UInt8(ascii: ","))
            row.add(csv: cell)
        }
        try end()
    }

    /// Adds a sample.
    /// - Throws: why the file cannot be written.
    public func export(_ sample: Sample) throws(ExportError) {
        guard let utc = sample.utc, CalendarTime.span.contains(utc), let value = sample.value, value.isFinite,
            let place = sample.place, let position = Position(place)
        else {
            leftOut += 1
            return
        }
        let key = (utc: utc / 1_000, longitude: position.longitude, latitude: position.latitude)
        let column = columns[sample.stream]
        if let open, open != key || values[column] != nil { try write(open) }
        open = key
        values[column] = value
    }

    /// Writes the last row and gives the file its name.
    /// - Throws: why the file cannot be written, or that its name is taken by now.
    public func finish() throws(ExportError) {
        if let open { try write(open) }
        open = nil
        try file.finish()
    }

    private func write(_ key: (utc: Int64, longitude: Double, latitude: Double)) throws(ExportError) {
        rows += 1
        row.add(digits: Int64(rows), decimals: 0)
        row.append(UInt8(ascii: ","))
        row.append(contentsOf: title)
        row.append(UInt8(ascii: ","))
        row.add(utc: key.utc * 1_000, decimals: 3, zone: "")
        row.append(UInt8(ascii: ","))
        row.add(key.latitude, upTo: 9)
        row.append(UInt8(ascii: ","))
        row.add(key.longitude, upTo: 9)
        for column in values.indices {
            row.append(UInt8(ascii: ","))
            if let value = values[column] { row.add(shortest: value) }
            values[column] = nil
        }
        try end()
    }

    private func end() throws(ExportError) {
        row.append(UInt8(ascii: "\n"))
        try file.write(row)
        row.removeAll(keepingCapacity: true)
    }
}
