import Glibc
import Testing
import WaldoTestSupport
import WaldoTesting

/// The page of what each principal can do, apart from its rows, which the suites compare that try them.
@Suite struct PrincipalPageTests {
    @Test func thePageIsWhatItsRowsMakeOfIt() throws {
        let kept = try readFile(PrincipalPage.path), page = PrincipalPage(text: kept)
        #expect(page.text == kept)
        #expect(PrincipalPage(text: page.text).text == page.text)
    }

    @Test func everySuiteThatItNamesIsThere() throws {
        let page = try PrincipalPage.committed(), suites = page.suites
        let attempts = suites.flatMap { page.attempts(of: $0) }
        for principal in Principal.allCases {
            #expect(attempts.contains { $0.principal == principal }, "nothing is tried for \(principal.rawValue)")
        }
        let sources = try SourceModule.swiftFiles(under: SourceModule.projectFolder + "/Tests")
        for suite in suites { #expect(sources.contains { $0.name == "\(suite).swift" }, "\(suite)") }
    }

    @Test func theTaskForStrangersRunsEverySuiteThatItNames() throws {
        let script = try readFile(SourceModule.projectFolder + "/Tests/run")
        let pattern = try #require(script.firstMatch(of: #/\nhostile='([^'\n]+)'\n/#)?.1)
        let hostile = try Regex(String(pattern))
        for suite in try PrincipalPage.committed().suites {
            #expect(".\(suite)".firstMatch(of: hostile) != nil, "\(suite)")
        }
    }

    @Test func aRowIsReadAsItIsWritten() throws {
        let attempt = Attempt(.sender, "a | b", may: false, "`c` \\ d", in: "SomeTests")
        let page = PrincipalPage([attempt, Attempt(.guest, "e", may: true, "f", in: "OtherTests")])
        let again = PrincipalPage(text: page.text)
        #expect(again.text == page.text && again.suites == ["OtherTests", "SomeTests"])
        #expect(again.attempts(of: "SomeTests") == [attempt])
    }

    @Test func theLineOfAnotherProgramIsAnAttempt() {
        let record = AttemptRecord(of: "SomeTests")
        #expect(record.add(line: "attempt\tstation\tread another's survey\tmay not\tdid not\tIt sees none."))
        #expect(!record.add(line: "attempt\tnobody\ta\tmay\tdid\tb") && !record.add(line: "something else"))
        #expect(
            record.all == [Attempt(.station, "read another's survey", may: false, "It sees none.", in: "SomeTests")])
    }

    @Test func whatSucceedsAndShouldNotFailsTheTest() {
        withKnownIssue {
            AttemptRecord(of: "SomeTests").add(.guest, "drive", may: false, did: true, "The arm moves.")
        }
    }
}
