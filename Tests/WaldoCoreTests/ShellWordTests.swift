import Testing
import WaldoCore
import WaldoTestSupport

@Suite struct ShellWordTests {
    @Test(arguments: [
        ("drive", "drive"), ("/home/a/.config/x-1.yaml", "/home/a/.config/x-1.yaml"), ("zx=-10..10/2", "zx=-10..10/2"),
        ("my pad.yaml", "'my pad.yaml'"), ("", "''"), ("it's", #"'it'\''s'"#), ("$(rm)", "'$(rm)'"), ("é", "'é'"),
        ("~/x", "'~/x'"), ("*", "'*'"),
    ])
    func aWordIsQuotedIfAShellWouldChangeIt(word: String, quoted: String) {
        #expect(ShellWord.quoted(word) == quoted)
    }

    @Test func wordsMakeALine() {
        #expect(ShellWord.line(["drive", "--arm", "./my arm.yaml"]) == "drive --arm './my arm.yaml'")
    }
}
