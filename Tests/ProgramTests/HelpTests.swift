import Testing
import WaldoTestSupport

/// The help of every command: its examples come first, and the program takes them as they are written.
@Suite struct HelpTests {
    private let shell: ExampleShell

    init() throws { shell = try ExampleShell() }

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
                #expect(try await shell.refusal(of: example) == nil)
                count += 1
            }
        }
        #expect(count > 9, "\(program)")
    }

    @Test func aWrongExampleWouldBeFound() async throws {
        let moving = try await shell.refusal(of: "waldo drive --input demo")
        #expect(moving?.contains("needs --simulate or --override") == true)
        let nothing = try await shell.refusal(of: "waldo survey show")
        #expect(nothing?.contains("Missing expected argument") == true)
    }

    /// What is found wrong only when the command runs.
    @Test(arguments: [
        (["survey"], "a survey needs a sensor: "), (["drive", "--simulate", "--park"], "--park is for --input demo"),
    ])
    func wrongUsageIsOneSentenceWithoutTheUsageOfAnotherCommand(arguments: [String], sentence: String) async throws {
        let waldo = try ChildProcess(BuiltProgram.path("waldo"), arguments)
        defer { waldo.close() }
        #expect(try await waldo.exitStatus(within: .seconds(30)) == 64)
        #expect(waldo.errorLines.count == 1 && waldo.errorLines[0].hasPrefix("waldo: \(sentence)"))
    }

    @Test func optionsAndCommandsAreGrouped() async throws {
        let top = try await HelpPage([]).lines
        for title in ["DRIVE SUBCOMMANDS:", "ARMS AND PADS SUBCOMMANDS:", "SURVEY SUBCOMMANDS:"] {
            #expect(top.contains(title), "\(title)")
        }
        let drive = try await HelpPage(["drive"]).lines.filter { $0.hasSuffix("OPTIONS:") }
        #expect(drive.first == "ARM OPTIONS:" && drive.last == "OPTIONS:", "\(drive)")
        #expect(Set(drive).isSuperset(of: ["INPUT OPTIONS:", "PANEL OPTIONS:", "SURVEY OPTIONS:"]), "\(drive)")
    }
}
