import WaldoCore
import WaldoInput
import WaldoLoop
import WaldoTerminal
import WaldoTime

/// Shows a watched input on the whole screen of a terminal, as bars.
@LoopActor
final class InputDashboard {
    let terminal: Terminal
    private var input: WatchedInput
    private var screen: DashboardScreen?
    private var timer: LoopTimer?

    /// Takes the terminal over.
    /// - Throws: `TerminalError` as `Terminal` does.
    init(_ input: WatchedInput, delegate: any TerminalDelegate) throws(TerminalError) {
        self.input = input
        terminal = try Terminal(delegate: delegate)
        timer = LoopTimer(of: self) { $0.advance(to: $1) }
        screen = DashboardScreen(on: terminal, input: { [unowned self] in render() })
        advance(to: Monotonic.now())
    }

    private func render() -> InputView {
        if input.isMoving { screen?.touch() }
        return input.view(at: Monotonic.now())
    }

    func handle(_ record: InputMonitor.Record) {
        guard let event = record.event else { return }
        input.handle(event, at: record.at)
        // The step of a report may propose a command, whose outcome the next step takes.
        if event.isReport { advance(to: Monotonic.now()) }
    }

    func resynchronise(_ state: InputState) {
        input.resynchronise(state, at: Monotonic.now())
        advance(to: Monotonic.now())
    }

    func lose(_ reason: String) {
        input.lose(reason)
        screen?.touch()
    }

    /// Goes on after the process was stopped.
    func wake() {
        input.wake(at: Monotonic.now())
        advance(to: Monotonic.now())
    }

    /// Draws the last state.
    func close() {
        timer?.cancel()
        screen?.close()
        screen = nil
    }

    private func advance(to now: Instant) {
        input.advance(to: now)
        timer?.arm(at: input.deadline)
        screen?.touch()
    }
}

extension InputEvent {
    /// Whether a report ends.
    fileprivate var isReport: Bool { if case .report = self { true } else { false } }
}
