import ArgumentParser
import WaldoFiles

/// `waldo arms show NAME`: prints an arm's file.
struct ArmsShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print an arm's file as it stands.",
        discussion: """
                waldo arms show mearm
                waldo arms show rover > mine.yaml

            A file of your own can begin as a shipped one. `waldo check NAME` shows the bytes that it makes.
            """)

    @Argument(help: "The arm: a name (see `waldo arms`) or a file.", completion: .arms)
    var arm: String

    func run() throws { print(try Library().armText(arm), terminator: "") }
}
