internal import Glibc
internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoTeleop
internal import WaldoTerminal
internal import WaldoTime

/// The keys of the terminal.
extension DriveSession: TerminalDelegate {
    /// Passes a key of the terminal to the dashboard or the operator; any other key may be one that stops or resumes.
    func terminalKey(_ event: InputEvent, at time: Instant) {
        if dashboard?.handle(event) == true || activeOperator?.handle(event, at: time) == true { return }
        guard case .key(let code, let down) = event else { return }
        if stopKeys.contains(code) {
            let isReported = run?.terminal?.releases == .reported
            guard let action = heldKeys.change(code, down: down, reportsReleases: isReported) else { return }
            drive?.handle(.operator(action), at: time)
        } else if code == KeyCode.enter, down {
            drive?.handle(.operator(.resume), at: time)
        }
    }

    /// What reported the releases of the stop keys is lost: none of them counts as held any more.
    func loseStopKeys() {
        for action in heldKeys.lose() { drive?.handle(.operator(action)) }
    }

    /// The terminal's keys that stop, also where its keys are the input.
    var stopKeys: [UInt16] { activeOperator?.stopKeys ?? KeyCode.stops }

    func terminalIsLost(_ reason: TerminalError) {
        loseStopKeys()
        run?.end(Failure(.signal(SIGHUP), "\(reason)"))
    }
}
