import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTesting

@testable import WaldoApp
@testable import WaldoTerminal

/// What the operator sees of a simulated arm, at four sizes and without braille, as a text file.
///
/// `WALDO_WRITE_DASHBOARDS=1 swift test --filter HandSnapshotTests` writes it again.
@Suite(.onLoop, .serialized) struct HandSnapshotTests {
    static let screens: [(TerminalSize, TerminalStyle)] =
        [(80, 24), (120, 40), (200, 60), (60, 15)].map {
            (TerminalSize(columns: $0, rows: $1), TerminalStyle(.monochrome))
        } + [(TerminalSize(columns: 80, rows: 24), TerminalStyle(.monochrome, isUnicode: false))]

    @Test @LoopActor func theSimulatedHandStillLooksTheSame() throws {
        let script = try #require(GoldenScript.all.first { $0.name == "robot-by-gamepad" })
        let folder = try TemporaryFolder(), recording = folder.path + "/whole.jsonl"
        try script.record(to: recording)
        var made = ""
        for (size, style) in Self.screens {
            let played = try PlayedDashboard(
                recording, isOverride: false, size: size, style: style, isSimulated: true)
            try played.play()
            for frame in played.frames {
                #expect(frame.rows.count <= size.rows && frame.rows.allSatisfy { $0.count <= size.columns })
                #expect(frame.rows[0].contains("SIMULATED") && !frame.rows[0].contains("LIVE"))
                let signs = style.isUnicode ? "" : ", ASCII"
                made += "== \(size.columns)x\(size.rows)\(signs): \(frame.title)\n"
                made += frame.rows.joined(separator: "\n") + "\n"
            }
        }
        try DashboardSnapshotTests.compare(made, to: "simulated-arm")
    }
}
