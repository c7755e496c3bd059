import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTeleop
import WaldoTime

/// The input and the mapping that move the controls.
struct OperatorControls {
    var input: InputIdentity
    var mapping: Mapping
    var source: SourceText
    /// Whether a recording or a raster moves them.
    var isPlayed = false
}

/// How an operator ends its drive.
enum OperatorEnding {
    /// What was played is over: the arm is parked first, where the operator has agreed to that.
    case complete
    /// By the operator's command: a stop that ends a replay, or parking that is done.
    case ordered
    /// By Ctrl-C on a grabbed keyboard, which the terminal does not receive.
    case interrupted
    /// By a failure.
    case failed(Failure)
}

/// The drive of an operator. It owns the operator, which does not retain it.
@LoopActor
protocol OperatorDelegate: AnyObject {
    /// Creates the state machine; called once, before the first event.
    func begin(_ controls: OperatorControls)
    /// Passes an event and its time to the state machine.
    func handle(_ event: DriveEvent, at time: Instant)
    /// Whether the input holds a control.
    var isInputHeld: Bool { get }
    /// Reports what screens and recordings get.
    func report(_ report: DriveReport)
    /// Ends the drive.
    func end(_ ending: OperatorEnding)
}
