internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoTeleop

/// Who holds the controls of a drive: an input, or a recording.
@LoopActor
protocol DriveOperator: DriveObserver {
    /// Begins. What cannot be had is thrown, or told to the seat later.
    func open() throws
    /// The link has changed.
    func link(_ event: LinkEvent)
    /// Takes a key of the terminal, if it wants it.
    func take(_ event: InputEvent, at time: Microseconds) -> Bool
    /// The process is about to sleep: gives back what it has taken for itself.
    func giveBack()
    /// The process is back.
    func takeBack()
    /// The drive has ended.
    func close()
}

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
