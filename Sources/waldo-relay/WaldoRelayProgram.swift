internal import ArgumentParser
internal import Glibc
internal import WaldoLoop
internal import WaldoRelay
internal import WaldoStore

/// The program: parses the command line, runs a command, and maps errors to exit statuses.
@main
struct WaldoRelayProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "waldo-relay",
        abstract: "Carries surveys from a station's file to one database, and back.",
        discussion: """
            Exit status: 0, 1 a survey or a schema differs, 64 usage, 65 a file is wrong, 66 no input, 69 no broker, \
            database or server, 74 output, 77 a survey that may not be published, 128 + n after signal n.
            """,
        version: RelayVersion.current,
        subcommands: [
            PushCommand.self, CollectCommand.self, PullCommand.self, SchemaCommand.self, StatusCommand.self,
            FleetCommand.self,
        ])

    /// Blocks the signals before any thread exists, so that all threads inherit the mask; then runs the command.
    static func main() {
        RelayStreams.fill()
        Signals.block()
        Glibc.exit(RelayStreams.finish(outcome()))
    }

    /// Runs the command, and reports why it failed.
    /// - Returns: the exit status.
    private static func outcome() -> Int32 {
        do {
            var command = try parseAsRoot(Array(CommandLine.arguments.dropFirst()))
            try command.run()
            return 0
        } catch let failure as RelayFailure {
            return report(failure)
        } catch let error as StoreError {
            return report(RelayFailure(error))
        } catch let error as DatabaseError {
            return report(RelayFailure(error))
        } catch let end as RelayExit {
            return end.status
        } catch {
            // Help, the version, and what the parser says of wrong usage.
            let text = fullMessage(for: error), status = exitCode(for: error)
            if status.isSuccess { print(text) } else if !text.isEmpty { RelayFailure.write(text) }
            return status.rawValue
        }
    }

    private static func report(_ failure: RelayFailure) -> Int32 {
        failure.report()
        return failure.status
    }
}
