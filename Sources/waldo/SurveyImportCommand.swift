import ArgumentParser
import WaldoApp
import WaldoCore
import WaldoFiles
import WaldoSurvey

/// `waldo survey import FILE... --to STORE`: imports logs and recordings.
struct SurveyImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import bGeigie logs, AirCasting CSV, recordings of `waldo drive`, or other text with --sensor.",
        discussion: """
                waldo survey import walk.LOG --to walk.gpkg
                waldo survey import session.csv --to walk.gpkg --zone Asia/Tokyo

            Each file becomes a survey that keeps every line unchanged; a line that cannot be read is stored as a reject \
            with its number and the reason. A bGeigie log with the lines of several devices becomes a survey for each. A \
            file that was imported before adds nothing. Some files have local times, such as those of AirCasting: without \
            --zone they stay as written, and exports do not call them UTC. With --sensor, a file in another format is read \
            as the bytes of that sensor.

            If a file is not imported, the others still are; the exit status is that of the first: 66 for a file that is not \
            there or cannot be read, 65 for one that is wrong, or of whose streams the graph takes none.
            """)

    @Argument(help: "The files.", completion: .file())
    var files: [String]

    @Option(help: "The file to import into, which may be new, or a directory.", completion: .survey)
    var to: String

    @Option(
        help:
            "The sensor: a name (see `waldo sensors`) or a file. Default: that of the format; recordings and other text need it.",
        completion: .sensors)
    var sensor: String?

    @Option(
        help: "The graph: a name (see `waldo graphs`), a file, or none. Default: that of the sensor's file.",
        completion: .graphsOrNone)
    var graph: String?

    @Option(help: TravelMethod.help)
    var method: TravelMethod?

    @Option(
        // The zones west of Greenwich begin with a minus.
        parsing: .unconditional,
        help:
            "The time zone of local times: a name such as Europe/Berlin, utc, or an offset such as +02:00 or -03:30.")
    var zone: String?

    @Option(
        help: "A GPX track, whose places the measurements get by their times.", completion: .file(extensions: ["gpx"]))
    var track: String?

    @Option(help: "The survey's title. Default: the title in the file, else the file's name.")
    var title: String?

    @Option(name: .customLong("tag"), help: "A tag; may be repeated.")
    var tags: [String] = []

    @Flag(help: "Mark the surveys as not for upload.")
    var noUpload = false

    func validate() throws {
        if title != nil, files.count > 1 { throw ValidationError("--title names one survey; import one file with it") }
    }

    func run() throws {
        Interruption.watch()
        ForeignFiles.limitMemory()
        var survey = SurveyImport(
            SurveyImport.Options(
                store: to, sensor: sensor, graph: graph, method: method,
                zone: try zone.map { (name) throws(FileError) in try LocalZone(name) },
                track: track, title: title, tags: tags, allowsUpload: !noUpload),
            files: files)
        /// The exit status of the first file that is not imported.
        var status: ExitStatus?
        for file in files {
            do {
                try survey.add(file) { print($0) }
            } catch let error as any ProgramError where error is FileError || error is Failure {
                Program.waldo.say(error.description)
                status = status ?? error.status
            }
        }
        try survey.finish()
        if let status { throw status }
    }
}
