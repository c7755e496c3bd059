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
