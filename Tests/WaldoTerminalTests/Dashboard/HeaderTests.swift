import Testing
import WaldoCore
import WaldoTime

@testable import WaldoTerminal

/// What stands at the right of the two bars.
@Suite struct HeaderTests {
    func bars(_ view: DashboardView, columns: Int = 80) -> [String] {
        Dashboard(size: .init(columns: columns, rows: 24), style: .init(.colour)).rows(view, log: []).prefix(2)
            .map { row in String(row.text.reversed().drop { $0 == " " }.reversed()) }
    }

    @Test func timeRecordingAndPanelAreThereAsFarAsThereIsSpaceTheTimeLongest() {
        var view = DashboardTests.driving
        #expect(bars(view)[1] == " DRIVING   the controls are held")
        view.elapsed = .zero
        #expect(bars(view)[1].hasSuffix("  0:00"))
        view.elapsed = .seconds(3_599)
        #expect(bars(view)[1].hasSuffix("  59:59"))
        view.elapsed = .seconds(7_507)
        view.status.recording = "robot.jsonl"
        #expect(bars(view)[1].hasSuffix("  REC robot.jsonl, 2:05:07"))
        view.status.apply(.audience(pages: 2, isDriven: true))
        view.status.recording = "recording-of-robot-20261123-001025.jsonl"
        let whole = "  2 viewers, a page may drive, REC recording-of~01025.jsonl, 2:05:07"
        #expect(bars(view, columns: 120)[1].hasSuffix(whole))
        #expect(bars(view)[1].hasSuffix("held          REC recording-of~01025.jsonl, 2:05:07"))
        view.status.apply(.audience(pages: 1, isDriven: false))
        #expect(bars(view)[1].hasSuffix("held            1 viewer, REC record~jsonl, 2:05:07"))
        view.gate = .wait("hold the enable key until the arm has come to rest, then longer")
        #expect(bars(view)[1].hasSuffix("longer"))
    }

    @Test func aReplayShowsElapsedTotalAndRate() {
        var view = DashboardTests.driving
        (view.status.arm, view.occupation) = ("arm", "replay")
        view.replay = .init(elapsed: .milliseconds(65_900), total: .seconds(600), rate: 0.5)
        #expect(bars(view)[0].hasSuffix("  replay 1:05 of 10:00 at 0.5x: arm"))
        view.replay = .init(elapsed: .zero, total: .seconds(9), rate: 2, isPaused: true)
        #expect(bars(view)[0].hasSuffix("  replay 0:00 of 0:09 at 2x, paused: arm"))
        view.status.arm = "MSc robot controller on a RedBear BLE Shield"
        #expect(bars(view)[0].hasSuffix("  replay 0:00 of 0:09 at 2x, paused: MSc r~ield"))
    }

    @Test(
        arguments: [
            ("short", 5, "short"), ("0123456789", 5, "01~89"), ("0123456789", 6, "012~89"), ("0123456789", 1, "~"),
            ("日本日本日本", 5, "日~本"), ("", 0, ""),
        ])
    func aTextIsCutInItsMiddle(text: String, cells: Int, cut: String) {
        #expect(MiddleCut.of(text, cells: cells, .init(.colour)) == cut)
    }

    @Test func aRangeStandsInTheLowerEdgeAndAPlotWhereThereIsSpace() {
        var view = DashboardTests.driving
        view.controls[0].x?.range = ValueRange(low: -6, high: 6)
        view.controls[1].x?.range = ValueRange(low: -100, high: 100)
        view.controls[1].y?.range = ValueRange(low: 0, high: 180)
        view.plot = [.init("slider", [.init(before: .seconds(3), value: 1)])]
        func text(_ columns: Int, _ rows: Int) -> [String] {
            Dashboard(size: .init(columns: columns, rows: rows), style: .init(.colour)).rows(view, log: []).map(\.text)
        }
        let small = text(80, 24)
        #expect(small[11].hasPrefix("└ -6 to 6 ────┘└ x -100 to 100, y 0 to 180 ──┘"))
        #expect(!small.joined().contains("commands, 20 s"))
        let large = text(120, 40)
        #expect(large[2].contains("┌─ commands, 20 s ") && large.contains { $0.contains("│ slider ") })
    }
}
