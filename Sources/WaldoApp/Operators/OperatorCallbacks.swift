internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoTeleop

/// What an operator reports to its drive.
struct OperatorCallbacks {
    /// What the controls are.
    struct Controls {
        var input: InputIdentity
        var mapping: Mapping
        var source: SourceText
        /// A recording holds them.
        var isPlayed = false
    }

    /// Makes the state machine; called once, before the first event.
    var begin: @LoopActor (Controls) -> Void
    /// Something that the state machine takes.
    var handle: @LoopActor (DriveEvent, Microseconds) -> Void
    var shown: @LoopActor (InputShown) -> Void
    /// Ctrl-C on a keyboard that nobody else hears.
    var interrupt: @LoopActor () -> Void
    var ended: @LoopActor () -> Void
    var failed: @LoopActor (Failure) -> Void
}
