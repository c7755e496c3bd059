import ArgumentParser
import WaldoFiles
import WaldoRelay

/// `waldo-relay status FILE`: what of a file its databases and imports have.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show what of a file the databases have acknowledged, and what happened.",
        discussion: """
                waldo-relay status walk.gpkg

            It reads the file and what `push` has noted beside it; nothing is contacted. Of a bGeigie log, and of the logs \
            that were imported into a file, it shows whether an import has taken them as they are now, and what it answered.
            """)

    @Argument(
        help: "A file of `waldo survey --to` or `waldo survey import`, or a bGeigie log.",
        completion: .file(extensions: ["gpkg", "log", "LOG"]))
    var file: String

    @Option(help: ArgumentHelp("How many of the newest events are shown.", valueName: "n"))
    var history = 10

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard (0...1000).contains(history) else { throw ValidationError("--history is a number from 0 to 1000") }
    }

    func run() throws {
        Interruption.watch()
        let status = try PushStatus(file, events: history)
        for line in json ? [status.json] : status.lines { print(line) }
    }
}
