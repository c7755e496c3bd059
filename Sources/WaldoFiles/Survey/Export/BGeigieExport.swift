internal import WaldoCore

/// Exports a survey as a bGeigie log, which Safecast's API and map and QGIS' plugin read: the three header lines that
/// the strictest of them demands, then `$BNRDD` lines. All lines end with CR LF, as the bGeigie Zen writes them.
///
/// A row's time is the end of its five seconds, its place that of their last sample.
public final class BGeigieExport {
    private let file: ExportFile
    private let device: [UInt8]
    private let rules: BGeigieRules
    private let streams: [StreamDescription]
    private var bins: BGeigieBins
    private var line: [UInt8] = []
    /// Rows written so far, without the header.
    public private(set) var rows = 0
    /// Rows left out so far.
    public private(set) var leftOut = BGeigieRules.LeftOut()

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
        streams = survey.streams
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

    /// Begins the samples of another run, whose times are those of another clock: no row has samples of both.
    /// - Throws: why the file cannot be written.
    public func beginRun() throws(ExportError) {
        try bins.finish { (row) throws(ExportError) in try self.write(row) }
        bins = BGeigieBins(streams) ?? bins
    }

    /// Adds a sample; those of streams that are neither counts nor a rate are passed over.
    /// - Throws: why the file cannot be written.
    public func export(_ sample: ExportedSample) throws(ExportError) {
        try bins.add(sample) { (row) throws(ExportError) in try self.write(row) }
    }

    /// Writes what is still buffered and gives the file its name.
    /// - Throws: why the file cannot be written, or that its name is taken by now.
    public func finish() throws(ExportError) {
        try bins.finish { (row) throws(ExportError) in try self.write(row) }
        try file.finish()
    }

    private func write(_ row: BGeigieRow) throws(ExportError) {
        guard row.utc.map(CalendarTime.span.contains) == true else {
            leftOut.noTime += 1
            return
        }
        if rules.onlyValid, !row.isValid {
            leftOut.invalid += 1
            return
        }
        if rules.onlyValid, row.place == nil {
            leftOut.noPlace += 1
            return
        }
        if let limit = rules.maxAccuracy, let place = row.place, !(place.accuracy.map { $0 <= limit } ?? false) {
            leftOut.inaccurate += 1
            return
        }
        line.removeAll(keepingCapacity: true)
        row.write(device: device, to: &line)
        try file.write(line)
        rows += 1
    }
}
