internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoTeleop

/// Where the operator of a drive sits: all that it can tell.
struct OperatorSeat {
    /// What the controls are.
    struct Controls {
        var input: InputIdentity
        var mapping: Mapping
        var source: SourceText
        /// A recording holds them.
        var isPlayed = false
    }

    /// Makes the road; called once, before anything is told to it.
    var begin: @LoopActor (Controls) -> Void
    var road: @LoopActor (RoadEvent, Microseconds) -> Void
    var shown: @LoopActor (InputShown) -> Void
    /// Ctrl-C on a keyboard that nobody else hears.
    var interrupt: @LoopActor () -> Void
    var ended: @LoopActor () -> Void
    var failed: @LoopActor (Failure) -> Void
}
