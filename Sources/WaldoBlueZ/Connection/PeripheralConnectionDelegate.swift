internal import WaldoCore
internal import WaldoLoop

/// The link of a `PeripheralConnection`.
@LoopActor
protocol PeripheralConnectionDelegate: AnyObject {
    /// After `.inFlight` or `.refused`: it can take the next frame.
    func connectionIsReady()
    /// After `.inFlight`: the frame was not taken after all. `connectionIsReady` follows.
    func connectionRefused()
    /// What may be written now has changed.
    func flowChanged(_ flow: LinkFlow)
    /// It takes no more frames, for this reason.
    /// - Parameter isSeen: the outcome of a write already reports it.
    func connectionIsLost(_ reason: String, isSeen: Bool)
}
