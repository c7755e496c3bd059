internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoTeleop
internal import WaldoTime

/// The callbacks by which an operator reports to its drive.
struct OperatorCallbacks {
    /// The input and the mapping that move the controls.
    struct Controls {
        var input: InputIdentity
        var mapping: Mapping
        var source: SourceText
        /// Whether a recording moves them.
        var isPlayed = false
    }

    /// Creates the state machine; called once, before the first event.
    var begin: @LoopActor (Controls) -> Void
    /// Passes an event and its time to the state machine.
    var handle: @LoopActor (DriveEvent, Instant) -> Void
    /// Whether the input holds a control.
    var isInputHeld: @LoopActor () -> Bool
    /// Reports what screens and recordings get.
    var report: @LoopActor (DriveReport) -> Void
    /// Ctrl-C on a grabbed keyboard, which the terminal does not receive.
    var interrupt: @LoopActor () -> Void
    var ended: @LoopActor () -> Void
    var failed: @LoopActor (Failure) -> Void
}
