import ArgumentParser
import WaldoApp
import WaldoFiles

/// `waldo survey delete FILE --survey N`: marks a survey as deleted, or restores it.
struct SurveyDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Mark a survey as deleted, or restore it.",
        discussion: """
                waldo survey delete demo.gpkg --survey 1
                waldo survey delete demo.gpkg --survey 1 --undo

            A deleted survey is not shown, processed or exported, and `waldo survey list` marks it as deleted. Its rows stay \
            in the file, and --undo restores it. `waldo survey prune` removes rows for good.
            """)

    @Argument(help: "A file of `waldo survey --to` or `waldo survey import`.", completion: .survey)
    var file: String

    @Option(help: ArgumentHelp("The survey's number (see `waldo survey list`).", valueName: "n"))
    var survey: Int64

    @Flag(help: "Restore a deleted survey.")
    var undo = false

    func run() throws {
        Interruption.watch()
        ForeignFiles.limitMemory()
        print(try SurveyEdits.delete(survey, in: file, undoes: undo))
    }
}
