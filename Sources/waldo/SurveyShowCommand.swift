internal import ArgumentParser
internal import WaldoApp

/// `waldo survey show FILE`: shows what a store contains.
struct SurveyShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show what a file contains: sessions, streams, gaps, and where every byte went.")

    @Argument(help: "A file of `waldo survey --to`; it may be one that is being written.")
    var file: String

    func run() throws {
        Interruption.watch()
        print(try SurveyShown.show(file), terminator: "")
    }
}
