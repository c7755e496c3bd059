import Testing
import WaldoTestSupport

/// The front page: short, and with the two commands that people and CI copy from it.
@Suite struct ReadmeTests {
    let text: String

    init() throws { text = try SourceModule.text(of: SourceModule.projectFolder + "/README.md") }

    @Test func itIsReadInAMinute() { #expect(text.utf8.count < 6_000) }

    @Test func theTwoCommandsAreOneLineEach() {
        let commands = text.split(separator: "\n").filter { $0.hasPrefix("    ") }.map { $0.dropFirst(4) }
        let demo = commands.filter { $0.hasPrefix("apt-get install ") }
        #expect(demo.count == 1)
        #expect(demo.first?.hasSuffix(" && swift run waldo drive --simulate --input demo") == true)
        #expect(commands.filter { $0.hasPrefix("Tests/run packages") } == ["Tests/run packages && Tests/run all"])
    }
}
