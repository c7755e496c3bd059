internal import ArgumentParser
internal import WaldoApp
internal import WaldoFiles

/// `waldo survey import FILE... --to STORE`: imports logs and recordings.
struct SurveyImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import logs of a bGeigie, CSV of AirCasting, or recordings of `waldo drive`.",
        discussion: """
            Each file becomes a survey of its own, with every line as it stands in the file; what cannot be read is kept \
            as a reject with its line and the reason. A file whose contents are in the store already adds nothing. Times \
            of AirCasting without a zone are taken for UTC.

            The exit status is 65 when a file could not be read.
            """)

    @Argument(help: "The files.")
    var files: [String]

    @Option(help: "The store to import into: a file, new or one of Waldo's, or a directory.")
    var to: String

    @Option(help: "The sensor: a name (see `waldo sensors`) or a file. Default: by the file; a recording needs it.")
    var sensor: String?

    @Option(help: "The graph: a name (see `waldo graphs`), a file, or none. Default: that of the sensor's file.")
    var graph: String?

    @Option(help: "What to call the survey. Default: the file's name, or the title in it.")
    var title: String?

    @Option(name: .customLong("tag"), help: "A tag; give it several times for several.")
    var tags: [String] = []

    @Flag(help: "Mark the surveys so that they are never published.")
    var noUpload = false

    func validate() throws {
        if title != nil, files.count > 1 { throw ValidationError("--title names one survey; import one file with it") }
    }

    func run() throws {
        Interruption.watch()
        var survey = SurveyImport(
            SurveyImport.Options(
                store: to, sensor: sensor, graph: graph, title: title, tags: tags, allowsUpload: !noUpload),
            files: files)
        var isWrong = false
        for file in files {
            do {
                for line in try survey.add(file) { print(line) }
            } catch let error as FileError {
                Failure(Failure.file, error.description).report()
                isWrong = true
            } catch let failure as Failure where failure.status == Failure.file {
                failure.report()
                isWrong = true
            }
        }
        try survey.finish()
        if isWrong { throw ExitCode(Failure.file) }
    }
}
