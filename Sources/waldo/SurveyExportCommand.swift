import ArgumentParser
import WaldoApp
import WaldoFiles

/// `waldo survey export FILE`: writes a survey for other programs.
struct SurveyExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export a survey: as a bGeigie log, CSV, GeoJSON, GPX or MCAP.",
        discussion: """
                waldo survey export demo.gpkg --csv demo.csv --geojson demo.geojson
                waldo survey export demo.gpkg --bgeigie walk.LOG

            Several formats can be written at once; no file is overwritten. Each gets the newest run of every session, or the \
            run of --run. The file - is standard output; the summary then goes to standard error.

            --bgeigie writes a log for Safecast: the valid counts of each five seconds with the time and place of their end, if \
            that is accurate to --max-accuracy. All other formats have those of the middle of a sample's exposure. Satellites \
            and HDOP are the receiver's; where they are unknown, the log states 8 satellites and the accuracy divided by \
            6 m. A survey that is marked as not for upload is refused. With --all it writes the imported log again, byte \
            for byte.
            """)

    @Argument(help: "A file of `waldo survey --to` or `waldo survey import`.", completion: .survey)
    var file: String

    @Option(help: ArgumentHelp("The survey's number (see `waldo survey list`). Default: the only one.", valueName: "n"))
    var survey: Int64?

    @Option(
        name: .customLong("run"),
        help: ArgumentHelp(
            "One run, by its number (see `waldo survey show`). Default: the newest of each session.", valueName: "n"))
    var runNumber: Int64?

    @Option(help: ArgumentHelp("Write a bGeigie log.", valueName: "file"), completion: .file())
    var bgeigie: String?

    @Flag(help: "With --bgeigie: write the imported log again, byte for byte.")
    var all = false

    @Option(
        help: ArgumentHelp(
            "With --bgeigie: the greatest accuracy radius of a place in metres, such as 25m, or none. Default: 10m.",
            valueName: "m"), transform: AccuracyLimit.parse)
    var maxAccuracy: AccuracyLimit?

    @Option(help: ArgumentHelp("Write a table of all samples.", valueName: "file"), completion: .file())
    var csv: String?

    @Option(help: ArgumentHelp("Write the CSV of AirCasting's server.", valueName: "file"), completion: .file())
    var aircasting: String?

    @Option(help: ArgumentHelp("Write GeoJSON: points, and the track.", valueName: "file"), completion: .file())
    var geojson: String?

    @Option(help: ArgumentHelp("Write a GPX track.", valueName: "file"), completion: .file())
    var gpx: String?

    @Option(help: ArgumentHelp("Write MCAP, for Foxglove.", valueName: "file"), completion: .file())
    var mcap: String?

    @OptionGroup var times: TimeWindowOptions

    private var outputs: [ExportRequest.Format: String] {
        let all: [(ExportRequest.Format, String?)] = [
            (.bgeigie, bgeigie), (.csv, csv), (.aircasting, aircasting), (.geojson, geojson), (.gpx, gpx),
            (.mcap, mcap),
        ]
        return Dictionary(uniqueKeysWithValues: all.compactMap { format, path in path.map { (format, $0) } })
    }

    func validate() throws {
        let outputs = outputs
        guard !outputs.isEmpty else {
            let options = ExportRequest.Format.allCases.map { "--\($0.rawValue)" }.joined(separator: ", ")
            throw ValidationError("nothing to write; give one or more of \(options), each with a file")
        }
        guard Set(outputs.values).count == outputs.count, !StandardOutput.isTwice(Array(outputs.values)) else {
            throw ValidationError("two formats name the same file; give each its own")
        }
        for (format, path) in outputs where StandardPath.isStandardOutput(path) {
            try StandardOutput.requireNoTerminal(for: "--\(format.rawValue)")
        }
        if bgeigie == nil, all || maxAccuracy != nil {
            throw ValidationError("--all and --max-accuracy belong to --bgeigie")
        }
        if all, maxAccuracy != nil { throw ValidationError("--all writes every line; leave --max-accuracy out") }
    }

    func run() throws {
        Interruption.watch()
        ForeignFiles.limitMemory()
        let rules = maxAccuracy.map { BGeigieRules(maxAccuracy: $0.metres) } ?? BGeigieRules()
        let request = ExportRequest(
            store: file, survey: survey, run: runNumber, outputs: outputs, all: all, rules: rules,
            window: times.window)
        let isPiped = outputs.values.contains { StandardPath.isStandardOutput($0) }
        for line in try SurveyExport.run(request) {
            if isPiped { Diagnostics.write("waldo: \(line)") } else { print(line) }
        }
    }
}

/// A radius on the command line: `10m`, `10` or `none`.
struct AccuracyLimit {
    /// In metres; nil: no limit.
    let metres: Double?

    /// Parses a radius.
    /// - Throws: why it is refused.
    @Sendable static func parse(_ argument: String) throws -> AccuracyLimit {
        if argument == "none" { return AccuracyLimit(metres: nil) }
        guard let number = Double(argument.hasSuffix("m") ? String(argument.dropLast()) : argument), number > 0,
            number < 1e9
        else { throw ValidationError("no radius; give metres above zero, such as 10m, or none") }
        return AccuracyLimit(metres: number)
    }
}
