import ArgumentParser
import WaldoApp
import WaldoCore
import WaldoFiles

/// `waldo survey prune FILE --survey N... --yes`: deletes the raw rows of surveys for good.
struct SurveyPruneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune", abstract: "Delete the raw rows of surveys for good, to free disk space.",
        discussion: """
                waldo survey prune demo.gpkg --survey 1         # what would be lost
                waldo survey prune demo.gpkg --survey 1 --yes

            This deletes the received bytes, fixes, commands and clock rows, and frees their disk space. Samples, alarms, \
            gaps, rejects and notes stay, and can never be computed again. Nothing happens without --yes.

            Of a file that `waldo-relay push` sends, only what a database has acknowledged is deleted.
            """)

    @Argument(help: "A file of `waldo survey --to` or `waldo survey import`.", completion: .survey)
    var file: String

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("The surveys' numbers (see `waldo survey list`).", valueName: "n"))
    var survey: [Int64]

    @Flag(help: "Delete the rows; without it the command only states what would be lost.")
    var yes = false

    @Flag(help: "Delete the rows of a survey that no database has acknowledged, too.")
    var evenUnacknowledged = false

    func run() throws {
        Interruption.watch()
        ForeignFiles.limitMemory()
        guard yes else {
            throw Failure(.usage, try SurveyEdits.loss(of: survey, in: file) + "; add --yes to do it")
        }
        print(try SurveyEdits.prune(survey, in: file, evenUnacknowledged: evenUnacknowledged))
    }
}
