import Glibc
import Testing
import WaldoTestSupport

/// The panel of a survey without an arm, of the built program, with pages of the tests' own.
@Suite(.serialized) struct SurveyPagesTests {
    /// A command with a panel on a port of the system's choice.
    private func start(_ arguments: String...) async throws -> (waldo: ChildProcess, port: UInt16) {
        let waldo = try ChildProcess(
            BuiltProgram.path("waldo"), ["survey"] + arguments + ["--panel", "127.0.0.1:0"])
        return (waldo, try await waldo.loopbackPort())
    }

    /// Waits until a page has been sent this.
    private func wait(for text: String, on page: PanelPage) async throws {
        var heard = ""
        try await waitUntil(text, instead: { heard }) {
            _ = page.ping(within: 200)
            heard += page.takeHeard()
            return heard.contains(text) ? true : nil
        }
    }

    @Test func aPageStartsPausesAndEndsASurvey() async throws {
        let folder = try TemporaryFolder(), file = folder.path + "/walk.gpkg"
        let (waldo, port) = try await start("--sensor", "demo", "--to", file, "--paused")
        defer { waldo.close() }
        #expect(PanelRequest("/", port: port).status() == 200)
        let page = try PanelPage(port: port, keepsHeard: true)
        try await wait(for: #""session":"paused""#, on: page)
        #expect(!waldo.lines.contains { $0.contains(#""event":"reading""#) })
        page.say(#"{"do":"session","to":"start"}"#)
        try await wait(for: #""session":"running""#, on: page)
        try await wait(for: #""kind":"survey""#, on: page)
        _ = try await waldo.waitForLine(containing: #""event":"reading""#)
        page.say(#"{"do":"session","to":"pause"}"#)
        try await wait(for: #""paused":true"#, on: page)
        page.say(#"{"do":"session","to":"start"}"#)
        let gap = try await waldo.waitForLine(containing: #""event":"gap""#)
        #expect(gap.contains(#""cause":"pause""#))
        page.say(#"{"do":"session","to":"end"}"#)
        try await wait(for: #""session":"ended""#, on: page)
        #expect(try await waldo.exitStatus() == 0, "\(waldo.errorLines)")
        #expect(access(file, F_OK) == 0)
    }

    @Test func onlyThePageInChargeEndsASurveyAndAStopIsAnswered() async throws {
        let (waldo, port) = try await start("--sensor", "demo")
        defer { waldo.close() }
        let first = try PanelPage(port: port, keepsHeard: true)
        try await wait(for: #""drives":true"#, on: first)
        let second = try PanelPage(port: port, keepsHeard: true)
        second.say(#"{"do":"session","to":"end"}"#)
        try await wait(for: "only the page that is in charge starts, pauses and ends a survey", on: second)
        second.pressStop()
        try await wait(for: #""stops":1"#, on: second)
        first.close()
        second.say(#"{"do":"drive"}"#)
        try await wait(for: #""drives":true"#, on: second)
        second.say(#"{"do":"session","to":"end"}"#)
        #expect(try await waldo.exitStatus() == 0)
    }

    @Test func storedSurveysAreShownUntilASignal() async throws {
        let files = try SurveyFiles()
        let made = try await files.survey("--sensor", "demo", "--until", "2s", "--to", "one.gpkg", "--title", "A walk")
        try #require(made.status == 0, "\(made.errors)")
        let (waldo, port) = try await start("show", files.path("one.gpkg"))
        defer { waldo.close() }
        _ = try await waldo.waitForLine(containing: "survey 1 “A walk”")
        let page = try PanelPage(port: port, keepsHeard: true)
        try await wait(for: #""session":"stored""#, on: page)
        try await wait(for: #""title":"A walk""#, on: page)
        waldo.send(signal: SIGTERM)
        #expect(try await waldo.exitStatus() == 128 + SIGTERM)
    }

    @Test func aSurveyThatNobodyCanStartIsRefused() async throws {
        let waldo = try ChildProcess(BuiltProgram.path("waldo"), ["survey", "--sensor", "demo", "--paused"])
        defer { waldo.close() }
        #expect(try await waldo.exitStatus() == 64)
        #expect(waldo.errorLines.contains { $0.contains("--panel") }, "\(waldo.errorLines)")
    }
}
