import Foundation
import Testing
import WaldoTestSupport

/// A command that cannot write its output ends with 74 and says so, whichever it is.
@Suite(.serialized) struct OutputFailureTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func run(_ arguments: [String], _ redirection: String) async throws -> (status: CInt, errors: [String]) {
        let waldo = try ChildProcess(
            "/bin/sh",
            ["-c", "cd \"$0\"; exec \"$@\" \(redirection)", home.path, try BuiltProgram.path("waldo")] + arguments,
            environment: ["XDG_CONFIG_HOME": home.path, "XDG_STATE_HOME": home.path])
        defer { waldo.close() }
        return (try await waldo.exitStatus(within: .seconds(30)), waldo.errorLines)
    }

    /// Every command, each with the words in front of it.
    private func commands() async throws -> [[String]] {
        let waldo = try ChildProcess(BuiltProgram.path("waldo"), ["--experimental-dump-help"])
        defer { waldo.close() }
        #expect(try await waldo.exitStatus() == 0)
        struct Tool: Decodable { let command: Command }
        struct Command: Decodable {
            let commandName: String
            let subcommands: [Command]?
        }
        func paths(_ command: Command, _ path: [String]) -> [[String]] {
            [path] + (command.subcommands ?? []).flatMap { paths($0, path + [$0.commandName]) }
        }
        let tool = try JSONDecoder().decode(Tool.self, from: Data(waldo.lines.joined(separator: "\n").utf8))
        return paths(tool.command, [])
    }

    @Test func theHelpOfEveryCommand() async throws {
        let commands = try await commands()
        #expect(commands.count > 30)
        for command in commands where command.first != "help" {
            let full = try await run(command + ["--help"], "> /dev/full")
            #expect(full.status == 74, "\(command)")
            #expect(full.errors == ["waldo: the output cannot be written: the disk is full"], "\(command)")
        }
    }

    /// A survey and a recording for the commands that show one.
    private func prepare() async throws {
        let files = try SurveyFiles()
        try files.writeWalk(lines: 40)
        let imported = try await run(["survey", "import", files.path("walk.LOG"), "--to", "s.gpkg"], "> import.txt")
        #expect(imported.status == 0, "\(imported)")
        let drive = try await run(
            ["drive", "--override", "--input", "demo", "--arm", "rover", "--record", "r.jsonl"], "> drive.txt")
        #expect(drive.status == 0, "\(drive)")
    }

    private static let listing: [[String]] = [
        ["--version"], ["--help"], ["help"], ["help", "drive"], ["inputs"], ["inputs", "--all"],
        ["mappings"], ["mappings", "list", "--json"], ["mappings", "show", "gamepad"], ["arms"], ["arms", "--json"],
        ["arms", "show", "robot"], ["arms", "new"], ["sensors"], ["sensors", "show", "demo"], ["graphs"],
        ["graphs", "show", "demo"], ["check", "robot"], ["check", "robot", "gamepad"], ["forget"],
        ["send", "--override", "R10>"], ["log", "r.jsonl"], ["log", "--json", "r.jsonl"],
        ["log", "r.jsonl", "--csv", "-"], ["replay", "--verify", "r.jsonl"],
        ["drive", "--override", "--input", "demo", "--arm", "rover"],
        ["drive", "--simulate", "--input", "demo", "--arm", "rover"], ["survey", "--sensor", "demo", "--until", "2s"],
        ["survey", "list", "s.gpkg"], ["survey", "show", "s.gpkg"], ["survey", "check", "s.gpkg"],
        ["survey", "process", "--verify", "s.gpkg"], ["survey", "report", "s.gpkg"],
        ["survey", "report", "s.gpkg", "--html", "-"], ["survey", "export", "s.gpkg", "--csv", "-"],
        ["survey", "export", "s.gpkg", "--gpx", "/dev/stdout"], ["survey", "map", "s.gpkg", "--svg", "-"],
        ["survey", "note", "s.gpkg", "a note"], ["survey", "tag", "s.gpkg", "tagged"],
        ["--generate-completion-script", "bash"],
    ]

    @Test func everyCommand() async throws {
        try await prepare()
        for arguments in Self.listing {
            let healthy = try await run(arguments, "> out.txt")
            #expect(healthy.status == 0, "\(arguments): \(healthy.errors)")
            for redirection in ["> /dev/full", ">&-"] {
                let found = try await run(arguments, redirection)
                #expect(found.status == 74, "\(arguments) \(redirection): \(found)")
                let sentence = found.errors.last ?? ""
                let says = redirection == ">&-" ? "closed" : "the disk is full"
                #expect(
                    sentence.hasPrefix("waldo: ") && sentence.contains(says),
                    "\(arguments) \(redirection): \(found.errors)")
            }
        }
    }

    /// What has gone wrong besides is no less wrong, but the output is what the caller waits for.
    @Test func aFileThatIsWrongToo() async throws {
        try home.write("name: [\n", to: "wrong.yaml")
        let found = try await run(["check", "robot", "wrong.yaml"], "> /dev/full")
        #expect(found.status == 74 && found.errors.count == 2, "\(found)")
    }

    /// `head` has read what it wants.
    @Test(arguments: [["arms"], ["--help"], ["check", "robot"], ["inputs", "--all"]])
    func aReaderThatIsGoneIsNoNews(arguments: [String]) async throws {
        let line = "exec 3> >(exec 3>&-; exit 0); sleep 0.2; exec \"$@\" >&3"
        let waldo = try ChildProcess("/bin/bash", ["-c", line, "bash", try BuiltProgram.path("waldo")] + arguments)
        defer { waldo.close() }
        #expect(try await waldo.exitStatus() == 74)
        #expect(waldo.errorLines == [])
    }
}
