import Testing

@testable import WaldoTerminal

/// The screen of a survey without an arm, where it is more than a table of streams.
@Suite struct SurveyBoardTests {
    private func rows(_ view: SurveyView, columns: Int) -> [String] {
        let size = TerminalSize(columns: columns, rows: 24)
        return SurveyBoard(size: size, style: TerminalStyle(.monochrome)).rows(view, log: []).map(\.text)
    }

    @Test func aCodeIsWholeBesideEverythingElseOrNotThere() {
        var view = SurveyView()
        view.code = [String](repeating: "████████", count: 4)
        let wide = rows(view, columns: 80)
        #expect(wide[2...5].allSatisfy { $0.hasSuffix("████████") }, "\(wide)")
        #expect(wide.joined().count(where: { $0 == "█" }) == 32)
        // 36 columns are too few for what is beside it.
        #expect(!rows(view, columns: 44).joined().contains("█"))
    }

    @Test func aPauseComesBeforeAllButAnAlarm() {
        var view = SurveyView()
        view.isPaused = true
        #expect(rows(view, columns: 80)[1].contains("PAUSED"))
        view.alarms = [SurveyView.Alarm("high: 0.62 uSv/h")]
        #expect(rows(view, columns: 80)[1].contains("ALARM"))
    }
}
