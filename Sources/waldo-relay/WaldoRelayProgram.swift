import ArgumentParser
import WaldoCommands
import WaldoFiles
import WaldoLoop

/// The program: parses the command line, runs a command, and maps errors to exit statuses.
@main
struct WaldoRelayProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "waldo-relay",
        abstract: "Carries surveys from a station's file to one database, and back.",
        discussion: """
                waldo-relay schema postgres://postgres@/waldo
                waldo-relay push walk.gpkg mqtts://broker.example --follow
                waldo-relay pull --from postgres://anna@db.example/waldo

            Exit status: 0, 1 a survey or a schema differs, 64 usage, 65 a file is wrong, 66 no input, 69 no broker, \
            database or server, 74 output, 77 a survey that may not be published, 128 + n after signal n.
            """,
        version: Version.current,
        subcommands: [
            PushCommand.self, CollectCommand.self, PullCommand.self, SchemaCommand.self, StatusCommand.self,
            FleetCommand.self, HandCommand.self, RebuildCommand.self,
        ])

    /// Blocks the signals before any thread exists, so that all threads inherit the mask.
    static func main() {
        StandardStreams.fill()
        Signals.block()
        Program.relay.run(Self.self)
    }
}
