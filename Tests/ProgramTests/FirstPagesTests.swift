import Foundation
import Testing
import WaldoTestSupport

/// The pages that people begin with. What has a `$` before it runs as it is written, without hardware, and prints what is
/// shown below it, whatever its numbers are. Everything else needs hardware: the program would take it.
@Suite struct FirstPagesTests {
    /// An option that no command has: the parser names it once all else of a command line is right, and nothing runs.
    private static let unknown = "--no-such-option"

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: ["My-MeArm", "A-hidden-source", "A-walk-with-a-bGeigie"])
    func everyCommandOfAPageRunsAsWritten(page: String) async throws {
        let text = try readFile("\(SourceModule.projectFolder)/Sources/waldo/Documentation.docc/\(page).md")
        var code = text.split(separator: "\n").filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }[...]
        var count = 0
        while let line = code.popFirst() {
            guard line.hasPrefix("$ ") else {
                try await expectParsed(line)
                continue
            }
            let shown = code.prefix { !$0.hasPrefix("$ ") && !$0.hasPrefix("waldo ") }
            code = code.dropFirst(shown.count)
            let (lines, status) = try await run(String(line.dropFirst(2)))
            #expect(status == 0, "\(line): \(lines)")
            if !shown.isEmpty { #expect(lines.map(Self.shape) == shown.map(Self.shape), "\(line)") }
            count += 1
        }
        #expect(count >= 5, "\(page)")
    }

    /// The README's commands: the two of a build are run by others.
    @Test func theProgramTakesTheReadmesCommands() async throws {
        let text = try readFile("\(SourceModule.projectFolder)/README.md")
        let calls = text.split(separator: "\n").filter { $0.hasPrefix("    waldo ") }
        #expect(calls.count >= 3)
        for call in calls { try await expectParsed(String(call.dropFirst(4))) }
    }

    private func expectParsed(_ line: String) async throws {
        let command = line.components(separatedBy: " # ")[0]
        let answer = try await run("\(command) \(Self.unknown)").lines.first ?? ""
        #expect(answer.hasPrefix("Error: Unknown option '\(Self.unknown)'"), "\(command): \(answer)")
    }

    private func run(_ command: String) async throws -> (lines: [String], status: CInt) {
        let program = try BuiltProgram.path("waldo")
        let shell = try ChildProcess(
            "/bin/sh", ["-c", "exec 2>&1; " + command],
            environment: ["PATH": program.dropLast("/waldo".count) + ":/usr/bin:/bin", "HOME": folder.path],
            in: folder.path)
        defer { shell.close() }
        let status = try await shell.exitStatus(within: .seconds(180))
        return (shell.lines, status)
    }

    /// A line with each number as one `0`.
    private static func shape(_ line: String) -> String { line.replacing(#/[0-9]+/#, with: "0") }
}
