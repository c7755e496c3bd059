import Testing

@testable import WaldoTerminal

/// The wizard's screen, as rows.
@Suite struct WizardBoardTests {
    static var view: WizardView {
        var view = WizardView()
        view.input = "A pad"
        (view.stage, view.number, view.count) = (.asking, 3, 7)
        (view.heading, view.prompt) = (
            "joystick right", "Push what is to move the joystick to the right, all the way, then let go."
        )
        view.hint = "Enter: nothing moves the joystick."
        view.findings = [.init("slider forward", "ABS_RZ + from 0")]
        view.axes = [.init("ABS_RX", 0.98, isIgnored: false), .init("ABS_RY", 0.5, isIgnored: true)]
        view.keysDown = ["BTN_EAST"]
        view.keys = [("Enter", "leaves it out"), ("Ctrl-C", "ends, writes nothing")]
        return view
    }

    private func text(_ view: WizardView, _ columns: Int = 80, _ rows: Int = 24, isUnicode: Bool = true) -> String {
        let board = WizardBoard(
            size: TerminalSize(columns: columns, rows: rows), style: TerminalStyle(.monochrome, isUnicode: isUnicode))
        return board.rows(view).map(\.text).joined(separator: "\n")
    }

    @Test func thePromptWhatWasFoundAndWhatMovesAreShown() {
        let text = text(Self.view)
        for part in [
            "prompt 3 of 7", "YOUR MOVE", "joystick right", "then let go.", "Enter: nothing moves", "slider forward",
            "ABS_RX", "98 %", "left out", "BTN_EAST", "Ctrl-C ends",
        ] { #expect(text.contains(part), "\(part) in\n\(text)") }
    }

    @Test func whatWasFoundIsWholeBesideTheAxes() {
        var view = Self.view
        view.findings = [.init("shoulder backward", "BTN_TRIGGER_HAPPY12 (R4)")]
        #expect(text(view).contains("shoulder backward  BTN_TRIGGER_HAPPY12 (R4)"))
    }

    @Test func whatWasWrongStandsInPlaceOfTheHint() {
        var view = Self.view
        view.remark = "ABS_RX and ABS_RY moved at once: once more, only one."
        let text = text(view)
        #expect(text.contains("only one.") && !text.contains("Enter: nothing moves"))
    }

    @Test func everySizeHoldsItAndTheSmallestThePrompt() {
        for columns in [1, 2, 7, 20, 40, 59, 60, 80, 200] {
            for rows in [1, 2, 3, 4, 9, 24, 60] {
                for stage in [WizardView.Stage.waiting, .resting, .asking, .held, .confirming, .done] {
                    var view = Self.view
                    (view.stage, view.panel, view.report) = (stage, "http://127.0.0.1:8713/", ["a line", "", "b"])
                    let board = WizardBoard(
                        size: TerminalSize(columns: columns, rows: rows), style: TerminalStyle(.colour))
                    let drawn = board.rows(view)
                    #expect(drawn.count == rows && drawn.allSatisfy { $0.cells.count == columns })
                }
            }
        }
        #expect(text(Self.view, 40, 8).contains("Push what is to move"))
    }

    @Test func withoutUnicodeItIsPlainASCII() {
        let text = text(Self.view, isUnicode: false)
        #expect(text.utf8.count == text.unicodeScalars.count, "\(text)")
    }

    @Test func theReportKeepsItsColumns() {
        var view = Self.view
        (view.stage, view.report) = (.done, ["  for       a gamepad", String(repeating: "word ", count: 40)])
        let text = text(view)
        #expect(text.contains("   for       a gamepad\n"))
        #expect(text.contains("WRITTEN"))
    }
}
