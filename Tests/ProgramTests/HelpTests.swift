import Foundation
import Testing
import WaldoTestSupport

/// The help of every command: its examples come first, and the program takes them as they are written.
@Suite struct HelpTests {
    /// An option that no command has: the parser names it once all else of a command line is right, and nothing runs.
    private static let unknown = "--no-such-option"

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: ["waldo", "waldo-relay"])
    func everyCommandsHelpBeginsWithExamplesThatParse(program: String) async throws {
        var commands: [[String]] = [[]], count = 0
        while let command = commands.popLast() {
            let page = try await HelpPage(command, of: program)
            commands += page.commands.map { command + [$0] }
            let name = ([program] + command).joined(separator: " ")
            #expect(!page.examples.isEmpty, "\(name)")
            for line in page.lines.prefix(12) where line.hasPrefix("    ") { #expect(line.count < 80, "\(line)") }
            for example in page.examples {
                #expect(example.hasPrefix(program + " "), "\(name): \(example)")
                let answer = try await answer(to: example)
                #expect(answer.hasPrefix("Error: Unknown option '\(Self.unknown)'"), "\(example): \(answer)")
                count += 1
            }
        }
        #expect(count > 9, "\(program)")
    }

    @Test func aWrongExampleWouldBeFound() async throws {
        #expect(try await answer(to: "waldo drive --input demo").contains("needs --simulate or --override"))
        #expect(try await answer(to: "waldo survey show").contains("Missing expected argument"))
    }

    @Test func optionsAndCommandsAreGrouped() async throws {
        let top = try await HelpPage([]).lines
        for title in ["DRIVE SUBCOMMANDS:", "ARMS AND PADS SUBCOMMANDS:", "SURVEY SUBCOMMANDS:"] {
            #expect(top.contains(title), "\(title)")
        }
        let drive = try await HelpPage(["drive"]).lines.filter { $0.hasSuffix("OPTIONS:") }
        #expect(
            drive == [
                "ARM OPTIONS:", "INPUT OPTIONS:", "START AND END OPTIONS:", "PANEL OPTIONS:", "FOXGLOVE OPTIONS:",
                "SURVEY OPTIONS:", "OPTIONS:",
            ])
    }

    /// The first line that the program answers to an example with an unknown option behind it.
    private func answer(to example: String) async throws -> String {
        let program = try BuiltProgram.path("waldo")
        let call = example.components(separatedBy: " > ")[0]
        let shell = try ChildProcess(
            "/bin/sh", ["-c", "exec 2>&1; \(call) \(Self.unknown)"],
            environment: ["PATH": program.dropLast("/waldo".count) + ":/usr/bin:/bin", "HOME": folder.path],
            in: folder.path)
        defer { shell.close() }
        _ = try await shell.exitStatus()
        return shell.lines.first ?? ""
    }
}
