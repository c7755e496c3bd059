public import WaldoCore
public import WaldoTime

/// Gets what a proved drive does, for its recording.
public protocol ProofRecorder: AnyObject {
    /// Something goes wrong.
    func failed(_ fault: ProofFault, at time: Instant)
    /// The state machine is stepped; `due` is the deadline that the step is for.
    func step(_ event: DriveEvent, at time: Instant, due: Instant?)
    /// A step has sent a command.
    func sent(_ command: Command, at time: Instant, _ outcome: WriteOutcome, _ stateMachine: DriveStateMachine)
    /// A step has sent bytes that no channel sends.
    func sent(_ bytes: Frame, at time: Instant, _ outcome: WriteOutcome)
}
