import Glibc
import Testing
import WaldoTestSupport

/// The built program, and a gpsd that sends more fixes than any receiver.
@Suite struct GPSDFloodTests {
    private static let fix = #"{"class":"TPV","device":"/dev/pts/1","mode":3,"lat":50.0875,"lon":14.4213}"# + "\r\n"

    /// What is not stored is counted, and said with the account of the session.
    @Test func theOtherFixesAreCountedAndLeftOut() async throws {
        let files = try SurveyFiles(), gpsd = try ScriptedServer()
        let survey = try ChildProcess(
            try BuiltProgram.path("waldo"),
            [
                "survey", "--sensor", "demo", "--locate", "gpsd=127.0.0.1:\(gpsd.port)", "--plain", "--to",
                files.path("s.gpkg"),
            ])
        defer { survey.close() }
        try gpsd.accept()
        gpsd.send(#"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"# + "\r\n")
        let sent = 400
        for _ in 0..<sent / 100 { gpsd.send(String(repeating: Self.fix, count: 100)) }
        try await survey.waitForLine(containing: "gpsd sent more than 20 a second: the other fixes are counted")
        // What comes behind them, as the sign that all were read.
        gpsd.send(String(repeating: "?\n", count: 8))
        try await survey.waitForLine(containing: "is not gpsd")
        survey.send(signal: SIGTERM)
        #expect(try await survey.exitStatus(within: .seconds(20)) == 128 + SIGTERM, "\(survey.errorLines)")
        let shown = try await files.survey("show", "s.gpkg").lines.joined(separator: "\n")
        let fixes = try #require(shown.firstMatch(of: #/ (\d+) fixes, /#).flatMap { Int($0.1) }, "\(shown)")
        let left = try #require(
            shown.firstMatch(of: #/ left out   (\d+) fixes: gpsd sent more than 20 a second/#).flatMap { Int($0.1) },
            "\(shown)")
        #expect(fixes + left == sent && fixes >= 40 && left > 0)
        // They are no rows for which the store was too slow.
        #expect(!shown.contains("lost ") && !shown.contains("NOT EVERY"))
        #expect(survey.lines.count { $0.contains("\"event\":\"fix\"") } == fixes)
        #expect(try await files.survey("check", "s.gpkg").status == 0)
        #expect(try await files.survey("process", "s.gpkg", "--verify").status == 0)
        let report = try await files.survey("report", "s.gpkg")
        #expect(report.lines.contains { $0.contains("\(left) fixes left out: gpsd sent more than 20 a second.") })
    }
}
