import Testing
import WaldoTestSupport

/// What the README says of the project, held against the project.
@Suite(.serialized) struct ReadmeTests {
    let text: String

    init() throws { text = try SourceModule.text(of: SourceModule.projectFolder + "/README.md") }

    /// What stands between backquotes in the table of modules.
    @Test func theTableHasEveryRoomAndNoOther() throws {
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let named = rows.flatMap { row in
            row.split(separator: "|")[0].split(separator: "`").map(String.init).filter { $0.first?.isLetter == true }
        }
        let modules = try SourceModule.all().map(\.name)
        #expect(Set(named) == Set(modules) && named.count == modules.count)
    }

    @Test func everyCommandAndOptionThatItNamesIsThere() async throws {
        var help: [String] = []
        for command in ["drive", "scan", "inputs", "check", "send", "replay", "log"] {
            #expect(text.contains("waldo \(command)"))
            let waldo = try ChildProcess(BuiltProgram.path("waldo"), [command, "--help"])
            defer { waldo.close() }
            #expect(try await waldo.exitStatus() == 0, "\(command)")
            help += waldo.lines
        }
        let ofOtherPrograms: Set = [
            "--no-install-recommends", "--static-swift-stdlib", "--product", "--no-parallel",
            "--system-site-packages", "--quiet", "--rounds", "--rates", "--only",
        ]
        let words = text.split { " \n`();,".contains($0) }.map(String.init)
        for option in Set(words.filter { $0.hasPrefix("--") }).subtracting(ofOtherPrograms) {
            #expect(help.contains { $0.contains(option) }, "\(option)")
        }
    }

    @Test func theTwoCommandsAreOneLineEach() {
        let commands = text.split(separator: "\n").filter { $0.hasPrefix("    ") }.map { $0.dropFirst(4) }
        let demo = commands.filter { $0.hasPrefix("apt-get install ") }
        #expect(demo.count == 1)
        #expect(demo.first?.hasSuffix(" && swift run waldo drive --override --input demo") == true)
        #expect(commands.filter { $0.hasPrefix("Tests/run packages") } == ["Tests/run packages && Tests/run all"])
    }

    @Test func theExampleIsWhatTheDemoPrints() async throws {
        let waldo = try ChildProcess(
            BuiltProgram.path("waldo"), ["drive", "--override", "--input", "demo", "--plain"])
        defer { waldo.close() }
        let line = try await waldo.waitForLine(containing: "\"bytes\"")
        func shape(_ line: String) -> String { String(line.map { $0.isNumber ? "0" : $0 }).replacingRuns(of: "0") }
        let example = try #require(text.split(separator: "\n").first { $0.hasPrefix("    {\"t\":") })
        #expect(shape(line) == shape(String(example.dropFirst(4))))
    }
}

extension String {
    /// This text with runs of a character made one.
    fileprivate func replacingRuns(of character: Character) -> String {
        reduce(into: "") { if $1 != character || $0.last != character { $0.append($1) } }
    }
}
