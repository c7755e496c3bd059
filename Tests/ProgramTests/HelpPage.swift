import Foundation
import WaldoTestSupport

/// What `--help` prints of a command of a built program.
struct HelpPage {
    let lines: [String]

    /// - Parameters:
    ///   - command: the words of the command behind the program's name.
    ///   - program: the program's name.
    init(_ command: [String], of program: String = "waldo") async throws {
        let child = try ChildProcess(BuiltProgram.path(program), command + ["--help"])
        defer { child.close() }
        guard try await child.exitStatus() == 0 else { throw DidNotHappen("help of \(program) \(command)") }
        lines = child.lines
    }

    /// The names of the subcommands, of all groups.
    var commands: [String] {
        lines.drop { !$0.hasSuffix("SUBCOMMANDS:") }
            .filter { $0.hasPrefix("  ") && $0.dropFirst(2).first?.isLowercase == true }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
    }

    /// The commands right below the first paragraph, each on one line, without comments.
    var examples: [String] {
        let block = lines.drop { !$0.isEmpty }.dropFirst().prefix { $0.hasPrefix("    ") }
        return block.map { $0.components(separatedBy: " # ")[0].trimmingCharacters(in: .whitespaces) }
            .joined(separator: "\n").replacing("\\\n", with: "").components(separatedBy: "\n").filter { !$0.isEmpty }
    }
}
