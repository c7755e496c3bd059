import Glibc
import WaldoCore
public import WaldoSurvey
import WaldoTime

/// Exports samples as the CSV of AirCasting's server: four headings, each a line of names above a line of values with a
/// column for each stream; the line of column names; then a row for each time and place. Lines end with LF.
///
/// A row's time and place are those of the middle of its samples' exposures. The format's times have no zone; these are
/// UTC, or local where their zone is not known, with milliseconds. A sample without a number, a time or a place in the
/// world has no row in this format, and neither has one whose place is not trusted, nor have errors and flags. A table
/// that is imported and exported has the same rows again.
public final class AirCastingExport {
    private let file: ExportFile
    private let title: [UInt8]
    /// For each stream its column: the format sorts streams by their names.
    private let columns: [Int]
    /// The values of the rows in the making, of one time and place: one row, unless the survey has several measurements
    /// of them.
    private var open: [Double?] = []
    /// Their time and place: milliseconds, and billionths of a degree, as the table states them.
    private var key: (utc: Int64, longitude: Int64, latitude: Int64) = (0, 0, 0)
    /// The most rows in the making.
    private static let maxOpen = 64
    private var row: [UInt8] = []
    /// Rows written so far, without the headings.
    public private(set) var rows = 0
    /// Samples left out so far, because they have no number, time or place in the world.
    public private(set) var leftOut = 0
    /// Samples left out so far, because their place is not trusted.
    public private(set) var untrusted = 0
    /// Samples left out so far, because a fix beside them is an outlier.
    public private(set) var outliers = 0

    /// Creates the file and writes its headings.
    /// - Throws: that the survey is not for upload; why the file cannot be created or written.
    public init(_ path: String, of survey: ExportedSurvey) throws(SurveyExportError) {
        guard !survey.forbidsUpload else { throw .forbidden(title: survey.title, format: "AirCasting tables") }
        let order = survey.streams.indices.sorted {
            survey.streams[$0].name.utf8.lexicographicallyPrecedes(survey.streams[$1].name.utf8)
        }
        columns = survey.streams.indices.map { stream in order.firstIndex(of: stream) ?? 0 }
        var title: [UInt8] = []
        title.add(csv: SafeText.line(survey.title))
        self.title = title
        row.reserveCapacity(512)
        do throws(ExportError) {
            file = try ExportFile(path)
            try writeHeadings(survey, order: order)
        } catch { throw .file(error) }
    }

    private func writeHeadings(_ survey: ExportedSurvey, order: [Int]) throws(ExportError) {
        // Of a table that was imported, the device is the package that it states.
        let package =
            survey.device.isEmpty
            ? survey.sensor
            : survey.sensor == AirCastingPart.sensorName ? survey.device : "\(survey.sensor):\(survey.device)"
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
            row.add(csv: SafeText.line(cell))
        }
        try end()
    }

    /// Adds a sample.
    /// - Parameter isTrusted: whether its place is trusted (`PlaceTrust`).
    /// - Throws: why the file cannot be written.
    public func export(_ sample: Sample, isTrusted: Bool = true) throws(ExportError) {
        guard let utc = sample.utc, CalendarTime.span.contains(utc), let value = sample.value, value.isFinite,
            let place = sample.place, let position = Position(place)
        else {
            leftOut += 1
            return
        }
        guard !sample.flags.contains(.outlierPlace) else {
            outliers += 1
            return
        }
        guard isTrusted else {
            untrusted += 1
            return
        }
        func billionths(_ degrees: Double) -> Int64 { Int64((degrees * 1e9).rounded()) }
        let key = (
            utc: utc / 1_000, longitude: billionths(position.longitude), latitude: billionths(position.latitude)
        )
        if key != self.key { try writeOpen() }
        self.key = key
        // The samples of a time come stream by stream: the first of each are of one row, and so are the second.
        let column = columns[sample.stream]
        var cell = column
        while cell < open.count, open[cell] != nil { cell += columns.count }
        if cell >= Self.maxOpen * columns.count {
            try writeOpen()
            cell = column
        }
        if cell >= open.count { open += repeatElement(nil, count: columns.count) }
        open[cell] = value
    }

    /// Writes the last row and gives the file its name.
    /// - Throws: why the file cannot be written, or that its name is taken by now.
    public func finish() throws(ExportError) {
        try writeOpen()
        try file.finish()
    }

    private func writeOpen() throws(ExportError) {
        for first in stride(from: 0, to: open.count, by: max(1, columns.count)) {
            try write(open[first..<first + columns.count])
        }
        open.removeAll(keepingCapacity: true)
    }

    private func write(_ values: ArraySlice<Double?>) throws(ExportError) {
        rows += 1
        row.add(digits: Int64(rows), decimals: 0)
        row.append(UInt8(ascii: ","))
        row.append(contentsOf: title)
        row.append(UInt8(ascii: ","))
        row.add(utc: key.utc * 1_000, decimals: 3, zone: "")
        row.append(UInt8(ascii: ","))
        row.add(Double(key.latitude) / 1e9, upTo: 9)
        row.append(UInt8(ascii: ","))
        row.add(Double(key.longitude) / 1e9, upTo: 9)
        for value in values {
            row.append(UInt8(ascii: ","))
            if let value { row.add(shortest: Self.rounded(value)) }
        }
        try end()
    }

    /// A number of 15 digits, which every reader of decimals gets back as it is.
    static func rounded(_ value: Double) -> Double {
        guard value != 0 else { return value }
        // Powers of ten up to the 22nd are exact.
        let decimals = min(22, 14 - Int(log10(value.magnitude).rounded(.down)))
        guard decimals >= 0 else { return value }
        let scale = pow(10, Double(decimals)), rounded = (value * scale).rounded() / scale
        return rounded == 0 || !rounded.isFinite ? value : rounded
    }

    private func end() throws(ExportError) {
        row.append(UInt8(ascii: "\n"))
        try file.write(row)
        row.removeAll(keepingCapacity: true)
    }
}
