internal import ArgumentParser
internal import WaldoApp

/// `waldo survey delete FILE --survey N`: marks a survey as deleted, or takes that back.
struct SurveyDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Mark a survey as deleted, or take that back.",
        discussion: """
            A deleted survey is neither listed, shown, processed nor exported. Its rows stay in the file, and --undo brings \
            it back. `waldo survey prune` removes rows for good.
            """)

    @Argument(help: "A file of `waldo survey --to` or `waldo survey import`.")
    var file: String

    @Option(help: ArgumentHelp("The survey's number (see `waldo survey list`).", valueName: "n"))
    var survey: Int64

    @Flag(help: "Take it back.")
    var undo = false

    func run() throws {
        Interruption.watch()
        print(try SurveyEdits.delete(survey, in: file, undoes: undo))
    }
}
