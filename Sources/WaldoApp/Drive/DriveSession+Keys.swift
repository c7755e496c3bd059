import Glibc
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTeleop
import WaldoTerminal
import WaldoTime

/// The keys of the terminal.
extension DriveSession: TerminalDelegate {
    /// Passes a key of the terminal to the dashboard or the operator; any other key may be one that stops or resumes.
    func terminalKey(_ event: InputEvent, at time: Instant) {
        if handlesParking(event, at: time) { return }
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

    /// End parks the arm, unless the mapping has another use for it; any other key but a stop key halts it on its way.
    private func handlesParking(_ event: InputEvent, at time: Instant) -> Bool {
        guard let drive, plan.arm.park != nil, case .key(let code, down: true) = event else { return false }
        if code == KeyCode.end, !drive.stateMachine.mapping.keyCodes.contains(code) {
            drive.handle(.operator(.park), at: time)
            return true
        }
        guard drive.stateMachine.parkingPhase.isUnderWay, !stopKeys.contains(code) else { return false }
        drive.handle(.halt(.touched), at: time)
        return true
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
