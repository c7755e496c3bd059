internal import WaldoCore
internal import WaldoLoop
internal import WaldoTerminal
internal import WaldoTime

/// Shows a survey without a drive in a terminal.
@LoopActor
final class SurveyDashboard {
    /// KEY_Q of linux/input-event-codes.h.
    private static let endKey: UInt16 = 16

    let terminal: Terminal
    private let start: Instant
    private var screen: DashboardScreen?
    private var observer: SurveyViewObserver?

    /// Takes the terminal over.
    /// - Parameters:
    ///   - ended: the operator ends the survey.
    ///   - gone: the terminal is lost, with a sentence.
    /// - Throws: `TerminalError` as `Terminal` does.
    init(
        _ renderer: SurveyRenderer, of survey: LiveSurvey, start: Instant, ended: @escaping @LoopActor () -> Void,
        gone: @escaping @LoopActor (String) -> Void
    ) throws(TerminalError) {
        self.start = start
        terminal = try Terminal(
            events: .init(
                input: { event, _ in if event == .key(Self.endKey, down: true) { ended() } }, gone: { gone("\($0)") }))
        let observer = SurveyViewObserver(
            renderer, of: survey, logsLink: true,
            .init(
                changed: { [weak self] in self?.screen?.touch() }, happened: { [weak self] in self?.print($0) }))
        self.observer = observer
        screen = DashboardScreen(on: terminal, survey: { observer.view(at: Monotonic.now()) })
    }

    /// Adds a line to the log, after the time since the beginning.
    func print(_ line: String) {
        let seconds = Int((Monotonic.now() - start) / .seconds(1))
        let clock = "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
        screen?.print(clock + "  " + line)
    }

    /// Draws the last state.
    func close() {
        observer?.close()
        screen?.close()
        screen = nil
    }
}
