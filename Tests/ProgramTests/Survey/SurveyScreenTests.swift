import Glibc
import Testing
import WaldoTestSupport

/// The built program surveys in a real terminal, with its screen checked.
@Suite(.serialized) struct SurveyScreenTests {
    /// Runs a survey, and saves the terminal's modes before and after it.
    private static func survey(_ arguments: String = "") -> String {
        """
        cd $OUT; echo the shell; stty -g > before; $WALDO survey --sensor demo --to walk.gpkg \(arguments); echo status $?
        stty -g > after; echo done; sleep 1000
        """
    }

    /// Expects the modes as before, the shell's own screen and cursor, and where the survey was kept.
    private func expectRestored(_ pane: TmuxPane, status: Int32) async throws {
        try await pane.waitFor("done")
        #expect(try pane.file("before") == pane.file("after"))
        #expect(try await pane.value("alternate_on") == "0")
        #expect(try await pane.value("cursor_flag") == "1")
        let rows = try await pane.rows
        #expect(rows.first == "the shell" && rows.contains("status \(status)"))
        #expect(rows.filter { $0.hasPrefix("stored in walk.gpkg") }.count == 1, "\(rows)")
    }

    @Test func anOperatorLooksResizesAndEndsBoth() async throws {
        let pane = try await TmuxPane(Self.survey("--title 'A walk' --until 10m"))
        try await pane.waitFor("HEARING   the last message ")
        #expect(try await pane.value("alternate_on") == "1")
        try await pane.waitForRows("the title and the time") {
            $0[0].hasPrefix(" SURVEY    A walk") && $0[0].hasSuffix("Demo sensor") && $0[1].hasSuffix(" s left")
        }
        try await pane.waitFor("the dose") { $0.hasPrefix(" dose ") && $0.contains(" +- ") && $0.contains("uSv/h") }
        try await pane.waitFor("place    -37.81360, 144.96")
        try await pane.waitFor("kept     walk.gpkg")
        try await pane.resize(columns: 40, rows: 8)
        try await pane.waitFor("q ends  Ctrl-C ends  Ctrl-Z suspends")
        try await pane.resize(columns: 120, rows: 40)
        try await pane.waitFor("the line across the wider screen") {
            $0.hasPrefix("── streams ─") && $0.count == 120
        }
        try await pane.type("q")
        try await expectRestored(pane, status: 0)
        #expect(try await pane.rows.contains { $0.hasPrefix("  dose ") })
        try await pane.close()
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func everyWayOutGivesTheTerminalBack(signal: CInt) async throws {
        let pane = try await TmuxPane(Self.survey().replacing("$WALDO", with: "echo $$ > shell; $WALDO"))
        try await pane.waitFor("HEARING")
        if signal == SIGINT {
            try await pane.type("C-c")
        } else {
            let shell = String(try pane.file("shell").dropLast())
            let children = try SourceModule.text(of: "/proc/\(shell)/task/\(shell)/children").split(separator: " ")
            kill(try #require(pid_t(children.first ?? "")), signal)
        }
        try await expectRestored(pane, status: 128 + signal)
        try await pane.close()
    }

    @Test func itEndsByItselfAfterItsTime() async throws {
        let pane = try await TmuxPane(Self.survey("--until 2s"))
        try await expectRestored(pane, status: 0)
        try await pane.close()
    }

    @Test func aStoppedSurveyGivesTheTerminalBackAndTakesItAgain() async throws {
        let pane = try await TmuxPane("exec bash --norc -i")
        try await pane.type("stty -g > $OUT/before; $WALDO survey --sensor demo", "Enter")
        try await pane.waitFor("HEARING")
        try await pane.type("C-z")
        try await pane.waitFor("Stopped")
        #expect(try await pane.value("alternate_on") == "0")
        try await pane.type("stty -g > $OUT/after; fg", "Enter")
        try await pane.waitFor("── streams ─")
        #expect(try await pane.value("alternate_on") == "1")
        try await pane.type("q")
        try await pane.waitFor("Demo sensor: ")
        #expect(try pane.file("before") == pane.file("after"))
        try await pane.close()
    }

    @Test func aDumbTerminalGetsLines() async throws {
        let pane = try await TmuxPane(Self.survey("--until 5s"), term: "dumb")
        try await pane.waitFor("a line of numbers") { $0.contains("cpm ") && $0.contains(" messages") }
        #expect(try await pane.value("alternate_on") == "0")
        try await expectRestored(pane, status: 0)
        try await pane.close()
    }

    @Test func aDriveShowsItsSurvey() async throws {
        let pane = try await TmuxPane(
            "cd $OUT; $WALDO drive --override --input terminal --sensor demo --survey walk.gpkg; sleep 1000")
        try await pane.waitFor("── survey ── Demo sensor ──")
        try await pane.waitFor("the counts") { $0.hasPrefix("── survey ") && $0.contains(" messages, 0 s ago") }
        try await pane.waitFor("kept   walk.gpkg")
        try await pane.waitFor("FORWARD", holding: "w")
        try await pane.type("C-c")
        try await pane.waitFor("survey    cpm ")
        try await pane.close()
    }
}
