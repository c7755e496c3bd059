import Testing
import WaldoTestSupport

/// The front page: short, and with the two commands that people and CI take from it.
@Suite struct ReadmeTests {
    let text: String

    init() throws { text = try SourceRoom.text(of: SourceRoom.projectFolder + "/README.md") }

    @Test func itIsReadInAMinute() { #expect(text.utf8.count < 6_000) }

    @Test func theTwoCommandsAreOneLineEach() {
        let commands = text.split(separator: "\n").filter { $0.hasPrefix("    apt-get install ") }
        #expect(commands.count == 2)
        #expect(commands.first?.hasSuffix("swift run waldo drive --override --input demo") == true)
        #expect(commands.last?.contains(" && swift test ") == true)
    }
}
