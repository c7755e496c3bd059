import ArgumentParser
import WaldoApp
import WaldoFiles

/// `waldo survey note FILE TEXT`: adds a note to a survey, or deletes one.
struct SurveyNoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "note", abstract: "Add a note to a survey, or delete one.",
        discussion: """
                waldo survey note demo.gpkg "rain from here on"
                waldo survey note demo.gpkg --delete 1

            `waldo survey show` lists the notes with their numbers; reports contain them.
            """)

    @Argument(help: "A file of `waldo survey --to` or `waldo survey import`.", completion: .survey)
    var file: String

    @Argument(help: "The note's text.")
    var text: String?

    @Option(help: ArgumentHelp("The survey's number (see `waldo survey list`). Default: the only one.", valueName: "n"))
    var survey: Int64?

    @Option(help: ArgumentHelp("Delete the note of this number.", valueName: "n"))
    var delete: Int64?

    func validate() throws {
        guard (text == nil) != (delete == nil) else {
            throw ValidationError("give either the text of a new note or --delete with a number")
        }
        if delete != nil, survey != nil {
            throw ValidationError("a note's number names its survey; leave --survey out")
        }
        if let text, text.isEmpty { throw ValidationError("the note is empty") }
    }

    func run() throws {
        Interruption.watch()
        ForeignFiles.limitMemory()
        if let delete { return print(try SurveyEdits.deleteNote(delete, in: file)) }
        print(try SurveyEdits.note(text ?? "", in: file, survey: survey))
    }
}
