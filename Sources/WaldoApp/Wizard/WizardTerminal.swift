import WaldoCore
import WaldoLoop
import WaldoTerminal
import WaldoTime

/// Shows the wizard in a terminal, and takes its keys.
@LoopActor
final class WizardTerminal: WizardScreen, TerminalDelegate {
    let terminal: Terminal
    private var screen: DashboardScreen?
    private weak var delegate: (any WizardScreenDelegate)?

    /// Takes the terminal over.
    /// - Throws: `TerminalError` as `Terminal` does.
    init(_ delegate: any WizardScreenDelegate) throws(TerminalError) {
        self.delegate = delegate
        // It may be lost before this screen is complete.
        terminal = try Terminal(delegate: delegate)
        terminal.delegate = self
        screen = DashboardScreen(on: terminal, wizard: { [weak delegate] in delegate?.view ?? WizardView() })
    }

    func terminalKey(_ event: InputEvent, at time: Instant) {
        guard case .key(let code, true) = event else { return }
        switch code {
        case KeyCode.backspace: delegate?.obey(.back)
        case KeyCode.n: delegate?.obey(.other)
        case KeyCode.q: delegate?.obey(.quit)
        case KeyCode.enter, KeyCode.keypadEnter, KeyCode.space: delegate?.obey(.enter)
        default: break
        }
    }

    func terminalIsLost(_ reason: TerminalError) { delegate?.terminalIsLost(reason) }

    func touch() { screen?.touch() }

    func close() {
        screen?.close()
        screen = nil
    }
}
