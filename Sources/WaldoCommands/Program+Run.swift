public import ArgumentParser
import Glibc
import WaldoCore
public import WaldoFiles

extension Program {
    /// Parses the process's command line, runs the command, and ends the process with the status of how that went. A
    /// program blocks its signals before.
    /// - Parameters:
    ///   - root: the command whose subcommands the first word names.
    ///   - prepare: is called with each command before it runs.
    public func run(
        _ root: any ParsableCommand.Type, prepare: (any ParsableCommand) -> Void = { _ in }
    ) -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst()), status: ExitStatus
        do {
            var command = try parse(arguments, root)
            prepare(command)
            try command.run()
            status = .success
        } catch {
            status = self.status(of: error, root)
        }
        Glibc.exit(StandardStreams.finish(status, of: self).number)
    }

    private func parse(_ arguments: [String], _ root: any ParsableCommand.Type) throws -> any ParsableCommand {
        if arguments.first == "help", let hint = CommandHint.sentence(for: Array(arguments.dropFirst()), of: root) {
            throw Failure(.usage, hint)
        }
        do { return try root.parseAsRoot(arguments) } catch {
            guard !root.exitCode(for: error).isSuccess, let hint = CommandHint.sentence(for: arguments, of: root) else {
                throw error
            }
            throw Failure(.usage, hint)
        }
    }

    /// Reports why the command line was refused or the command has failed.
    private func status(of error: any Error, _ root: any ParsableCommand.Type) -> ExitStatus {
        if let status = report(error) { return status }
        // The parser does not know any more which command has found it, and would show the usage of another.
        if let error = error as? ValidationError, let status = report(Failure(.usage, error.message)) { return status }
        // Help, the version, and what the parser says of wrong usage. Any other error is none of its own.
        let text = root.fullMessage(for: error), status = root.exitCode(for: error)
        guard status != .failure || error is ExitCode else { return report(Failure(unexpected: error)) ?? .output }
        return Self.show(text, status: status.rawValue)
    }
}
