import Testing
import WaldoCore
import WaldoLoop
import WaldoSurvey
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoApp
@testable import WaldoTerminal

/// What the operator sees of a survey, beside a drive and alone, at three sizes, as text files.
///
/// `WALDO_WRITE_DASHBOARDS=1 swift test --filter SurveySnapshotTests` writes them again.
@Suite(.onLoop, .serialized) struct SurveySnapshotTests {
    static let sizes = [(80, 24), (120, 40), (200, 60)].map { TerminalSize(columns: $0, rows: $1) }

    /// Moments of a survey: at its beginning, while an alarm is raised, and when the sensor is silent.
    static func moments() throws -> [(String, SurveyView)] {
        var survey = try PlayedSurvey(duration: .seconds(600))
        survey.hear(seconds: 12)
        let calm = survey.view
        survey.hear(seconds: 18)
        let alarm = survey.view
        survey.miss(seconds: 2)
        survey.step(.bytes(channel: 0, [0xD5, 7, 8]))
        survey.hear(seconds: 1)
        survey.status.apply(.store(lostRows: 3, hasFailed: false))
        survey.wait(.milliseconds(20_500))
        return [("calm", calm), ("alarm", alarm), ("silent", survey.view)]
    }

    @Test(arguments: ["robot-by-gamepad", "8-channels-by-gamepad", "8-channels-in-profiles"])
    @LoopActor func theTileBesideADriveStillShowsTheSame(name: String) throws {
        let script = try #require((GoldenScript.all + GoldenScript.ofOtherArms).first { $0.name == name })
        let folder = try TemporaryFolder(), recording = folder.path + "/whole.jsonl"
        try script.record(to: recording)
        var made = ""
        for size in Self.sizes {
            for (moment, view) in try Self.moments() {
                let played = try PlayedDashboard(recording, isOverride: false, size: size, survey: view)
                try played.play()
                let frame = try #require(played.frames.first)
                #expect(frame.rows.count == size.rows && frame.rows.allSatisfy { $0.count <= size.columns })
                made += Self.page("\(moment), \(size.columns) x \(size.rows)", frame.rows)
            }
        }
        try DashboardSnapshotTests.compare(made, to: "survey-beside-\(name)")
    }

    @Test func theScreenOfASurveyStillShowsTheSame() throws {
        var made = ""
        let log = ["0:00  sensor connected: Demo sensor built in", "0:26  alarm high: 1.814 uSv/h, above 0.5"]
        for size in Self.sizes + [TerminalSize(columns: 60, rows: 14), TerminalSize(columns: 40, rows: 8)] {
            for (moment, view) in try Self.moments() {
                let rows = SurveyBoard(size: size, style: TerminalStyle(.monochrome)).rows(view, log: log)
                #expect(rows.count == size.rows && rows.allSatisfy { $0.width <= size.columns })
                made += Self.page("\(moment), \(size.columns) x \(size.rows)", rows.map(\.text))
            }
        }
        try DashboardSnapshotTests.compare(made, to: "survey-alone")
    }

    private static func page(_ title: String, _ rows: [String]) -> String {
        let texts = rows.map { row in String(row.reversed().drop { $0 == " " }.reversed()) }
        return "== \(title)\n" + texts.joined(separator: "\n") + "\n"
    }
}
