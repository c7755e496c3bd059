import WaldoCore
import WaldoPanel
import WaldoTime

extension PanelState {
    /// Copies the state machine's state.
    /// - Parameters:
    ///   - names: what the input's axes and keys are called.
    ///   - reported: where the arm itself reports that it is.
    mutating func show(
        _ stateMachine: DriveStateMachine, _ names: ControlNames, reported: PerChannel<Int32?>?, at now: Instant
    ) {
        let keys = stateMachine.mapping.keys
        canPark = stateMachine.canPark
        resumeRefused = stateMachine.heldStop(at: now).map { "let go of \(names.stop($0)) first" } ?? ""
        resume = keys.resume.first.map(names.key) ?? ""
        controls = stateMachine.controlStatuses(names, isPlayed: false, reported: reported, at: now)
        status.show(stateMachine)
        fence = stateMachine.fenceText
        precision = stateMachine.precision
        hasPrecision = !keys.precise.isEmpty
        profile = stateMachine.profile?.name ?? ""
    }
}
