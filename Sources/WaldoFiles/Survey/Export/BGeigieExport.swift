import WaldoCore
public import WaldoSurvey
public import WaldoTime

/// Exports a survey as a bGeigie log, which Safecast's API and map and QGIS' plugin read: the three header lines that
/// the strictest of them demands, then `$BNRDD` lines. All lines end with CR LF, as the bGeigie Zen writes them.
///
/// A row's time and place are those of the end of its five seconds, where every other export has the middle. Its counts
/// and their total are whole numbers: what rounding leaves of one row goes to the next. The counts of a minute are the
/// rate over as much of it as was measured. So the rows of a log that is imported are those of the log.
public final class BGeigieExport {
    private let file: ExportFile
    private let device: [UInt8]
    private let rules: BGeigieRules
    private var bins: BGeigieBins
    private var line: [UInt8] = []
    private var total = 0.0
    /// More counts in five seconds are no measurement.
    private static let maxCounts = 1e9
    /// How much an accuracy may exceed the limit by rounding.
    private static let rounding = 1 + 1e-9
    /// Rows written so far, without the header.
    public private(set) var rows = 0
    private var left = BGeigieRules.LeftOut()

    /// Creates the file and writes its header.
    /// - Throws: that the survey may not be uploaded, has no counts or times in an unknown zone, or why the file cannot
    ///   be created or written.
    public init(
        _ path: String, of survey: ExportedSurvey, rules: BGeigieRules = BGeigieRules()
    ) throws(SurveyExportError) {
        guard !survey.forbidsUpload else { throw .forbidden(title: survey.title, format: "bGeigie logs") }
        guard !survey.hasUnknownZone else { throw .unknownZone(title: survey.title) }
        guard let bins = BGeigieBins(survey.streams) else { throw .noCounts(title: survey.title) }
        self.bins = bins
        self.rules = rules
        device = Self.identifier(survey.device)
        line.reserveCapacity(256)
        line.add("# NEW LOG\r\n# format=waldo-1\r\n# deadtime=" as StaticString)
        line.add(survey.correctsDeadTime && bins.hasRate ? "on\r\n" as StaticString : "off\r\n")
        do throws(ExportError) {
            file = try ExportFile(path)
            try file.write(line)
        } catch { throw .file(error) }
    }

    /// The device's number as a field can carry it; `0000` where there is none.
    static func identifier(_ device: String) -> [UInt8] {
        let bytes = device.utf8.filter { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        return bytes.isEmpty ? Array("0000".utf8) : Array(bytes.prefix(16))
    }

    /// Rows left out so far.
    public var leftOut: BGeigieRules.LeftOut {
        var left = left
        left.short = bins.rests
        return left
    }

    /// The stream at the end of each of whose samples a row may end.
    public var rowStream: Int { bins.rowStream }

    /// Begins a run, before its first sample.
    /// - Parameter isLog: whether its samples have the times of a log: of those that overlap only the first counts.
    public func beginRun(isLog: Bool) { bins.beginRun(isLog: isLog) }

    /// Adds a sample; those of streams that are neither counts nor a rate are passed over.
    /// - Parameters:
    ///   - isWanted: whether it is exported; if not, a rate is still known to the rows that end with it.
    ///   - moment: what is known of a time on the samples' clock; asked for the ends of rows.
    /// - Throws: why the file cannot be written.
    public func export(
        _ sample: Sample, isWanted: Bool = true, at moment: (Instant) -> BGeigieMoment
    ) throws(ExportError) {
        try bins.add(sample, isWanted: isWanted, at: moment) { (row) throws(ExportError) in try self.write(row) }
    }

    /// Ends a run: the times of the next samples are those of another clock, and no row has samples of both.
    /// - Parameter moment: what is known of a time on the run's clock.
    /// - Throws: why the file cannot be written.
    public func endRun(at moment: (Instant) -> BGeigieMoment) throws(ExportError) {
        try bins.endRun(at: moment) { (row) throws(ExportError) in try self.write(row) }
    }

    /// Gives the file its name. The last run has ended.
    /// - Throws: why the file cannot be written, or that its name is taken by now.
    public func finish() throws(ExportError) { try file.finish() }

    private func write(_ row: BGeigieRow) throws(ExportError) {
        guard row.utc.map(CalendarTime.span.contains) == true else {
            left.noTime += 1
            return
        }
        var row = row
        row.isValid = row.isValid && row.perBin <= Self.maxCounts
        if rules.onlyValid, !row.isValid {
            left.invalid += 1
            return
        }
        if rules.onlyValid, row.place == nil {
            left.noPlace += 1
            return
        }
        if rules.onlyValid, row.hasOutlier {
            left.outliers += 1
            return
        }
        // An accuracy of 0 is none that a receiver has.
        if let limit = rules.maxAccuracy, let place = row.place,
            !(place.accuracy.map { $0 > 0 && $0 <= limit * Self.rounding } ?? false)
        {
            left.inaccurate += 1
            return
        }
        let before = total.rounded()
        total += min(row.perBin, Self.maxCounts)
        row.total = total.rounded()
        row.perBin = row.total - before
        line.removeAll(keepingCapacity: true)
        row.write(device: device, accurateTo: rules.maxAccuracy, to: &line)
        try file.write(line)
        rows += 1
    }
}
