import ArgumentParser
import WaldoApp
import WaldoFiles

/// `waldo survey tag FILE TAG`: adds a tag to a survey, or removes one.
struct SurveyTagCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag", abstract: "Add a tag to a survey, or remove one.",
        discussion: """
                waldo survey tag demo.gpkg training
                waldo survey tag demo.gpkg training --remove
            """)

    @Argument(help: "A file of `waldo survey --to` or `waldo survey import`.", completion: .survey)
    var file: String

    @Argument(help: "The tag.")
    var tag: String

    @Option(help: ArgumentHelp("The survey's number (see `waldo survey list`). Default: the only one.", valueName: "n"))
    var survey: Int64?

    @Flag(help: "Remove the tag.")
    var remove = false

    func validate() throws {
        if tag.isEmpty { throw ValidationError("the tag is empty") }
    }

    func run() throws {
        Interruption.watch()
        ForeignFiles.limitMemory()
        print(try SurveyEdits.tag(tag, in: file, survey: survey, removes: remove))
    }
}
