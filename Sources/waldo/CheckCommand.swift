internal import ArgumentParser
internal import WaldoApp
internal import WaldoCore
internal import WaldoFiles

/// `waldo check FILE...`: checks files and shows what they mean.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check arm and mapping files, and show what they mean.",
        discussion: """
            For an arm: the bytes of each channel at -1, 0 and +1, and of the stop. For a mapping: what moves each \
            control. Every file is read; the exit status is 65 when one is wrong.
            """)

    @Argument(help: "Files, or names of the library.")
    var files: [String]

    func run() throws {
        let library = Library()
        var isWrong = false
        for file in files {
            do {
                print(try library.check(file))
            } catch {
                Diagnostics.write("waldo: \(error)")
                isWrong = true
            }
        }
        if isWrong { throw ExitCode(Failure.file) }
    }
}
