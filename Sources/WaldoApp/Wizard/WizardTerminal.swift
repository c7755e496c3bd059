internal import WaldoCore
internal import WaldoLoop
internal import WaldoTerminal
internal import WaldoTime

/// Shows the wizard in a terminal, and takes its keys.
@LoopActor
final class WizardTerminal: WizardScreen, TerminalDelegate {
    /// KEY_ENTER, KEY_KPENTER, KEY_SPACE, KEY_BACKSPACE, KEY_N and KEY_Q of linux/input-event-codes.h.
    private static let enterKeys: [UInt16] = [28, 96, 57], backKey: UInt16 = 14, otherKey: UInt16 = 49
    private static let quitKey: UInt16 = 16

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
        case Self.backKey: delegate?.obey(.back)
        case Self.otherKey: delegate?.obey(.other)
        case Self.quitKey: delegate?.obey(.quit)
        default: if Self.enterKeys.contains(code) { delegate?.obey(.enter) }
        }
    }

    func terminalIsLost(_ reason: TerminalError) { delegate?.terminalIsLost(reason) }

    func touch() { screen?.touch() }

    func close() {
        screen?.close()
        screen = nil
    }
}
