import WaldoCore
import WaldoTime

/// Keeps what the link holds to stop the arm, and takes note when it was sent.
extension Drive {
    func updateFailsafe(after event: DriveEvent) {
        switch event {
        case .link(.opened), .link(.up): link.setFailsafe(stateMachine.failsafe)
        case .link(.failsafe):
            link.setFailsafe(stateMachine.failsafe)
            link.setPending(stateMachine.pendingZeros)
        // The command in flight counts as written now, or not at all.
        case .link(.ready), .link(.refused):
            if changesFailsafe { link.setFailsafe(stateMachine.failsafe) }
            link.setPending(stateMachine.pendingZeros)
        default: break
        }
    }

    /// If the failsafe frames were sent meanwhile, they have stopped the arm; the state machine has to know before
    /// anything moves again.
    func acknowledgeFailsafe(at time: Instant) {
        guard let sent = link.acknowledgeFailsafe() else { return }
        step(.link(.failsafe(sent: sent)), at: time)
        due = deadline
    }
}
