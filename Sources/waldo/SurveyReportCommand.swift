import ArgumentParser
import WaldoApp
import WaldoFiles

/// `waldo survey report FILE`: the report of a survey.
struct SurveyReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Report on a survey: results, places, accuracy, gaps and rejects.",
        discussion: """
                waldo survey report demo.gpkg
                waldo survey report demo.gpkg --html report.html

            The report is plain text, or with --html one page that needs no other file. It has a map sketch, the streams \
            with their errors, sums over time such as the dose, gaps, rejects, the account of bytes, calibrations with \
            their sources, and the notes. With --html - the page goes to standard output.
            """)

    @Argument(help: "A file of `waldo survey --to` or `waldo survey import`.", completion: .survey)
    var file: String

    @Option(help: ArgumentHelp("The survey's number (see `waldo survey list`). Default: the only one.", valueName: "n"))
    var survey: Int64?

    @Option(help: ArgumentHelp("Write an HTML page.", valueName: "file"), completion: .file())
    var html: String?

    @Flag(help: "Print plain text as well, with --html.")
    var text = false

    func validate() throws {
        if StandardPath.isStandardOutput(html), text {
            throw ValidationError("--html - and --text would both be on standard output; give one of them a file")
        }
    }

    func run() throws {
        Interruption.watch()
        ForeignFiles.limitMemory()
        let report = try WrittenReport(file, survey: survey)
        if let html {
            try report.write(to: html)
            if !StandardPath.isStandardOutput(html) { print("\(html): written") }
        }
        if text || html == nil { print(report.text, terminator: "") }
    }
}
