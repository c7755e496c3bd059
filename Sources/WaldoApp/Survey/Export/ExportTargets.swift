import WaldoCore
import WaldoFiles
import WaldoSurvey
import WaldoTime

/// The files of an export, in the formats that were asked for.
final class ExportTargets {
    private let request: ExportRequest
    private let bgeigie: BGeigieExport?
    private let table: SurveyCSVExport?
    private let airCasting: AirCastingExport?
    private let geoJSON: GeoJSONExport?
    private let gpx: GPXExport?
    private let mcap: SurveyMCAPExport?
    /// Whether the survey's times are local and their zone is not known.
    private let isLocal: Bool

    /// Creates the files.
    /// - Throws: `SurveyExportError` or `ExportError`.
    init(_ request: ExportRequest, of survey: ExportedSurvey) throws {
        self.request = request
        isLocal = survey.hasUnknownZone
        func path(_ format: ExportRequest.Format) -> String? { request.outputs[format] }
        bgeigie =
            request.all ? nil : try path(.bgeigie).map { try BGeigieExport($0, of: survey, rules: request.rules) }
        table = try path(.csv).map { try SurveyCSVExport($0, of: survey) }
        airCasting = try path(.aircasting).map { try AirCastingExport($0, of: survey) }
        geoJSON = try path(.geojson).map { try GeoJSONExport($0, of: survey) }
        gpx = try path(.gpx).map { try GPXExport($0, of: survey) }
        mcap = try path(.mcap).map { try SurveyMCAPExport($0, of: survey) }
    }

    /// Begins the samples of a run.
    /// - Parameter isLog: whether they are those of an imported log.
    func begin(run name: String, isLog: Bool) throws(ExportError) {
        bgeigie?.beginRun(isLog: isLog)
        try geoJSON?.begin(run: name)
        try gpx?.beginRun()
    }

    /// The stream at the end of each of whose samples the row of a log may end; nil: no log is written.
    var rowStream: Int? { bgeigie?.rowStream }

    /// Whether one of the files has no column for what a place is worth.
    var needsTrust: Bool { airCasting != nil || geoJSON != nil || gpx != nil }

    /// Adds a sample to each file.
    /// - Parameters:
    ///   - isWanted: whether it lies in the window that is exported.
    ///   - isTrusted: whether its place is trusted.
    ///   - moment: what is known of the end of a log's row.
    func export(
        _ sample: Sample, isWanted: Bool, isTrusted: Bool, at moment: (Instant) -> BGeigieMoment
    ) throws(ExportError) {
        try bgeigie?.export(sample, isWanted: isWanted, at: moment)
        guard isWanted else { return }
        try table?.export(sample)
        try airCasting?.export(sample, isTrusted: isTrusted)
        try geoJSON?.export(sample, isTrusted: isTrusted)
        try gpx?.export(sample, isTrusted: isTrusted)
        try mcap?.export(sample)
    }

    /// Ends the samples of a run.
    func endRun(at moment: (Instant) -> BGeigieMoment) throws(ExportError) { try bgeigie?.endRun(at: moment) }

    /// Completes the files, which have their names from then on.
    func finish() throws(ExportError) {
        try bgeigie?.finish()
        try table?.finish()
        try airCasting?.finish()
        try geoJSON?.finish()
        try gpx?.finish()
        try mcap?.finish()
    }

    // MARK: what was written

    /// A line for each file: how much was written, and what was left out and why.
    var lines: [String] {
        var lines: [String] = []
        let outlier = "a fix at a place that no speed explains"
        func add(_ format: ExportRequest.Format, _ text: String, leftOut: [(Int, String)] = [], note: String? = nil) {
            let why = leftOut.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
            let rest = why.isEmpty ? "" : "; left out: \(why.joined(separator: ", "))"
            lines.append(
                "\(SafeText.escaped(ExportFile.name(request.outputs[format] ?? ""), upTo: .max)): \(text)\(rest)\(note.map { "; \($0)" } ?? "")"
            )
        }
        if let bgeigie {
            let out = bgeigie.leftOut
            let limit = request.rules.maxAccuracy.map { DecimalText.rounded($0) } ?? ""
            add(
                .bgeigie, SurveyNumber.count(bgeigie.rows, "row"),
                leftOut: [
                    (out.invalid, "not valid"), (out.noPlace, "without a place"),
                    (out.outliers, "beside \(outlier)"),
                    (out.inaccurate, "not known to be accurate to \(limit) m (--max-accuracy)"),
                    (out.noTime, "without a time"), (out.short, "of less than 3 s before a gap or the end"),
                ])
        }
        func samples(_ count: Int, _ reason: String) -> (Int, String) {
            (count, "\(count == 1 ? "sample" : "samples") \(reason)")
        }
        let unplaced = "without a place in the world", untrusted = "with no trusted place"
        if let table { add(.csv, SurveyNumber.count(table.rows, "row")) }
        if let airCasting {
            add(
                .aircasting, SurveyNumber.count(airCasting.rows, "row"),
                leftOut: [
                    samples(airCasting.leftOut, "without a number, a time or a place in the world"),
                    samples(airCasting.untrusted, untrusted), samples(airCasting.outliers, "beside \(outlier)"),
                ],
                note: isLocal ? nil : "its times are UTC: import it with --zone utc")
        }
        if let geoJSON {
            add(
                .geojson, SurveyNumber.count(geoJSON.points, "point"),
                leftOut: [samples(geoJSON.leftOut, unplaced), samples(geoJSON.untrusted, untrusted)])
        }
        if let gpx {
            add(
                .gpx, SurveyNumber.count(gpx.points, "point"),
                leftOut: [samples(gpx.leftOut, unplaced), samples(gpx.untrusted, untrusted)])
        }
        if let mcap {
            add(.mcap, SurveyNumber.count(mcap.messages, "message"), leftOut: [(mcap.leftOut, "without a time")])
        }
        return lines
    }
}
