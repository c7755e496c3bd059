internal import ArgumentParser
internal import WaldoApp

/// `waldo survey prune FILE --survey N... --yes`: deletes the raw rows of surveys for good.
struct SurveyPruneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune", abstract: "Delete the raw rows of surveys for good, to make room.",
        discussion: """
            What was heard, fixes, commands and clock rows are deleted and their room is given back to the disk. Samples, \
            alarms, gaps, rejects and notes stay, and can never be computed again. Nothing happens without --yes.
            """)

    @Argument(help: "A file of `waldo survey --to` or `waldo survey import`.")
    var file: String

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("The surveys' numbers (see `waldo survey list`).", valueName: "n"))
    var survey: [Int64]

    @Flag(help: "Do it.")
    var yes = false

    func run() throws {
        Interruption.watch()
        guard yes else {
            throw Failure(Failure.usage, try SurveyEdits.loss(of: survey, in: file) + "; add --yes to do it")
        }
        print(try SurveyEdits.prune(survey, in: file))
    }
}
