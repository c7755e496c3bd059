import Glibc
import Testing
import WaldoTestSupport
import WaldoTesting

/// What a report states of alarms, of invalid numbers, and of sessions that were not ended.
@Suite(.onLoop, .serialized) struct AlarmReportTests {
    private let files: SurveyFiles

    init() throws { files = try SurveyFiles() }

    /// Alarms of a log with a line each second: the rate is 60 times the counts, and 20 is above the level.
    private func importAlarms() async throws {
        try files.folder.write(
            """
            name: Tube
            hear: { service: 713d0000-503e-4c75-ba94-3148f18d941e, notify: 713d0002-503e-4c75-ba94-3148f18d941e }
            every: 1 s
            message:
              ends: "\\n"
              longest: 40
              split: ","
              columns: 2
              fields: { counts: 0, good: 1 }
            streams:
              counts: { over: 1 s, unit: count, valid: good }

            """, to: "tube.yaml")
        try files.folder.write(
            """
            name: Watch
            in: { counts: count }
            nodes:
              rate: { rate: counts, per: 1 min }
              high: { alarm: rate, above: 1000 cpm, clear: 800 cpm, silent: 30 s, halt: true }
              low: { alarm: rate, below: 100 cpm }
            out: { rate: { of: rate } }

            """, to: "watch.yaml")
        let counts = ["5,1", "20,1", "21,1", "6,1", "7,0", "1,1"]
        try files.folder.write(counts.map { $0 + "\n" }.joined(), to: "tube.log")
        let found = try await files.survey(
            "import", "tube.log", "--sensor", "./tube.yaml", "--graph", "./watch.yaml", "--to", "s.gpkg")
        #expect(found.status == 0, "\(found)")
    }

    /// The cells of the rows below a heading.
    private func rows(_ heading: String, of lines: [String]) -> [[String]] {
        lines.drop { $0 != heading }.dropFirst().prefix { !$0.isEmpty }.map { line in
            line.split(separator: "  ").map { $0.trimmingPrefix { $0 == " " } }.map(String.init)
        }
    }

    @Test func theTableOfAlarmsHasValueUnitLevelAndEffect() async throws {
        try await importAlarms()
        let lines = try await files.survey("report", "s.gpkg").lines
        let table = rows("ALARMS", of: lines)
        #expect(table.first == ["Alarm", "Raised", "Cleared", "Cause", "Effect"], "\(lines)")
        #expect(table.count == 3, "\(table)")
        let high = try #require(table.first { $0.first == "high" })
        #expect(high.dropFirst(3) == ["1200 cpm, above 1000", "would halt a drive"], "\(high)")
        #expect(high[1] < high[2], "\(high)")
        let low = try #require(table.first { $0.first == "low" })
        #expect(low.dropFirst(2) == ["not cleared", "60 cpm, below 100", "none"], "\(low)")
        #expect(!lines.contains { $0.contains("halted the arm") })
    }

    /// Under `--override`, too, a drive is halted, although nothing is sent.
    @Test(arguments: [false, true])
    func theReportStatesThatADriveWasHalted(_ isOverride: Bool) async throws {
        let graph = try files.folder.write(
            """
            name: Halts the arm
            in: { counts: count }
            nodes:
              now: { rate: counts, per: 1 s }
              high: { alarm: now, above: 0.5 cps, silent: 60 s, halt: true }
            out: { now: now }

            """, to: "halting.yaml")
        let shield = isOverride ? nil : try await FakeShield(offering: .original)
        defer { shield?.close() }
        let drive = try TerminalDrive(
            ["--plain", "--sensor", "demo", "--graph", graph, "--survey", files.path("d.gpkg")]
                + (isOverride ? ["--override"] : []), environment: shield?.bus.environment ?? [:])
        _ = try await drive.child.waitForLine(containing: "\"event\":\"alarm\"", within: .seconds(20))
        try drive.child.write([3])
        _ = try await drive.child.exit()
        let lines = try await files.survey("report", "d.gpkg").lines
        let high = try #require(rows("ALARMS", of: lines).first { $0.first == "high" }, "\(lines)")
        #expect(high.last == "the drive was halted", "\(high)")
        #expect(try await files.survey("process", "d.gpkg", "--verify").status == 0)
    }

    /// 5, 20, 21, 6 and 1 counts in a second are 300, 1200, 1260, 360 and 60 cpm: 636 in the mean. The one that the
    /// sensor marks as not valid is 420.
    @Test func invalidNumbersAreInNoMean() async throws {
        try await importAlarms()
        let shown = try await files.survey("show", "s.gpkg").lines
        let stream = try #require(shown.first { $0.hasPrefix("      rate  ") })
        for part in ["6 samples", "1 not valid", "min 60 ", "mean 636 ", "max 1260 "] {
            #expect(stream.contains(part), "\(part) in \(stream)")
        }
        let report = try await files.survey("report", "s.gpkg").lines
        let row = try #require(rows("RESULTS", of: report).first { $0.first == "rate" })
        #expect(report.contains { $0.contains("1 not valid or saturated, in none of these numbers") }, "\(report)")
        // The report writes as many digits as the error leaves.
        #expect(row.contains { $0.hasPrefix("63") }, "\(row)")
    }

    @Test func aSessionThatWasNotEndedHasADuration() async throws {
        let waldo = try ChildProcess(
            try BuiltProgram.path("waldo"), ["survey", "--sensor", "demo", "--to", files.path("s.gpkg"), "--plain"])
        defer { waldo.close() }
        for _ in 0..<3 { try await waldo.waitForLine(containing: "\"event\":\"reading\"") }
        func check(_ state: String) async throws {
            let list = try await files.survey("list", "s.gpkg").lines.joined()
            #expect(list.contains(#/\s\s[2-9] s\s\s/#), "\(state): \(list)")
            let shown = try await files.survey("show", "s.gpkg").lines
            #expect(shown.contains { $0.contains(#/^\s+session 1: [2-9] s,/#) }, "\(state): \(shown)")
            let report = try await files.survey("report", "s.gpkg").lines
            #expect(report.contains { $0.contains(#/^\s+Duration +[2-9] s$/#) }, "\(state): \(report)")
        }
        // What was heard is committed once a second.
        try await waldo.waitForLine(containing: "\"event\":\"reading\"")
        try await check("running")
        waldo.send(signal: SIGKILL)
        _ = try await waldo.exit()
        try await check("killed")
    }
}
