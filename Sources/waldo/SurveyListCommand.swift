import ArgumentParser
import WaldoApp
import WaldoCore
import WaldoFiles

/// `waldo survey list FILE...`: lists the surveys of stores.
struct SurveyListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the surveys in files.",
        discussion: """
                waldo survey list demo.gpkg
            """)

    @Argument(help: "Files of `waldo survey --to` or `waldo survey import`.", completion: .survey)
    var files: [String]

    func run() throws {
        Interruption.watch()
        ForeignFiles.limitMemory()
        for file in files {
            if files.count > 1 { print("\(SafeText.escaped(file, upTo: .max)):") }
            print(try SurveyShown.list(file), terminator: "")
        }
    }
}
