internal import WaldoCore
internal import WaldoLoop
internal import WaldoTerminal

/// Shows the wizard in a terminal, and takes its keys.
@LoopActor
final class WizardTerminal: WizardScreen {
    /// KEY_ENTER, KEY_KPENTER, KEY_SPACE, KEY_BACKSPACE, KEY_N and KEY_Q of linux/input-event-codes.h.
    private static let enterKeys: [UInt16] = [28, 96, 57], backKey: UInt16 = 14, otherKey: UInt16 = 49
    private static let quitKey: UInt16 = 16

    let terminal: Terminal
    private var screen: DashboardScreen?

    /// Takes the terminal over.
    /// - Throws: `TerminalError` as `Terminal` does.
    init(
        view: @escaping @LoopActor () -> WizardView, command: @escaping @LoopActor (WizardCommand) -> Void,
        gone: @escaping @LoopActor (String) -> Void
    ) throws(TerminalError) {
        terminal = try Terminal(
            events: .init(
                input: { event, _ in
                    guard case .key(let code, true) = event else { return }
                    if Self.enterKeys.contains(code) { return command(.enter) }
                    if code == Self.backKey { return command(.back) }
                    if code == Self.otherKey { return command(.other) }
                    if code == Self.quitKey { command(.quit) }
                }, gone: { gone("\($0)") }))
        screen = DashboardScreen(on: terminal, wizard: view)
    }

    func touch() { screen?.touch() }

    func close() {
        screen?.close()
        screen = nil
    }
}
