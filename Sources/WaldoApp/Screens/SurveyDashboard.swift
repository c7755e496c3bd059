import WaldoCore
import WaldoLoop
import WaldoTerminal
import WaldoTime

/// The survey that a `SurveyDashboard` shows, which learns of the terminal's loss.
@LoopActor
protocol SurveyDashboardDelegate: TerminalDelegate {
    /// The operator ends the survey.
    func operatorEnds()
}

/// Shows a survey without a drive in a terminal.
@LoopActor
final class SurveyDashboard: TerminalDelegate, SurveyViewDelegate {
    let terminal: Terminal
    private let start: Instant
    private var screen: DashboardScreen?
    private var observer: SurveyViewObserver?
    private weak var delegate: (any SurveyDashboardDelegate)?
    /// The QR code of the panel's address; empty: it is not shown.
    var code: [String] = [] {
        didSet { screen?.touch() }
    }

    /// Takes the terminal over.
    /// - Throws: `TerminalError` as `Terminal` does.
    init(
        _ renderer: SurveyRenderer, of survey: LiveSurvey, start: Instant, delegate: any SurveyDashboardDelegate
    ) throws(TerminalError) {
        self.start = start
        self.delegate = delegate
        // It may be lost before this screen is complete.
        terminal = try Terminal(delegate: delegate)
        terminal.delegate = self
        let observer = SurveyViewObserver(renderer, of: survey, logsLink: true, delegate: self)
        self.observer = observer
        screen = DashboardScreen(
            on: terminal,
            survey: { [weak self] in
                var view = observer.view(at: Monotonic.now())
                view.code = self?.code ?? []
                return view
            })
    }

    func terminalKey(_ event: InputEvent, at time: Instant) {
        if event == .key(KeyCode.q, down: true) { delegate?.operatorEnds() }
    }

    func terminalIsLost(_ reason: TerminalError) { delegate?.terminalIsLost(reason) }

    func surveyChanged() { screen?.touch() }

    func surveyHappened(_ line: String) { print(line) }

    /// Adds a line to the log, after the time since the beginning.
    func print(_ line: String) {
        screen?.print(ClockText.text(Monotonic.now() - start) + "  " + line)
    }

    /// Draws the last state.
    func close() {
        observer?.close()
        screen?.close()
        screen = nil
    }
}
