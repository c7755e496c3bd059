import WaldoTestSupport

/// A shell in a folder and home of its own, which finds the built programs, for commands that people copy.
struct ExampleShell {
    /// An option that no command has: the parser names it once all else of a command line is right, and nothing runs.
    private static let unknown = "--no-such-option"

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What a command prints, and its exit status.
    func run(_ command: String) async throws -> (lines: [String], status: CInt) {
        let program = try BuiltProgram.path("waldo")
        let shell = try ChildProcess(
            "/bin/sh", ["-c", "exec 2>&1; " + command],
            environment: ["PATH": program.dropLast("/waldo".count) + ":/usr/bin:/bin", "HOME": folder.path],
            in: folder.path)
        defer { shell.close() }
        let status = try await shell.exitStatus(within: .seconds(180))
        return (shell.lines, status)
    }

    /// What is wrong with a command, up to what the shell does with its output; nil: the program would take it.
    func refusal(of line: String) async throws -> String? {
        let command = line.split(separator: #/ [#|&>]/#)[0]
        let answer = try await run("\(command) \(Self.unknown)").lines.first ?? ""
        return answer.hasPrefix("Error: Unknown option '\(Self.unknown)'") ? nil : "\(command): \(answer)"
    }
}
