import ArgumentParser
import WaldoApp
import WaldoFiles

/// `waldo survey show FILE`: shows what a store contains.
struct SurveyShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show what a file contains: sessions, runs, streams, gaps, and the account of its bytes.",
        discussion: """
                waldo survey show demo.gpkg
            """)

    @Argument(
        help: "A file of `waldo survey --to` or `waldo survey import`; another process may be writing it.",
        completion: .survey)
    var file: String

    func run() throws {
        Interruption.watch()
        ForeignFiles.limitMemory()
        print(try SurveyShown.show(file), terminator: "")
    }
}
