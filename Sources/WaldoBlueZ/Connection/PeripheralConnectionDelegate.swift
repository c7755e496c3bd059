import WaldoCore
import WaldoLoop
import WaldoTime

/// The link of a `PeripheralConnection`.
@LoopActor
protocol PeripheralConnectionDelegate: AnyObject {
    /// After `.inFlight` or `.refused`: it can take the next frame.
    func connectionIsReady()
    /// After `.inFlight`: the frame was not taken after all. `connectionIsReady` follows.
    func connectionRefused()
    /// What may be written now has changed.
    func flowChanged(_ flow: LinkFlow)
    /// Frames are confirmed, this long after the write or the request of the proof.
    func confirmed(after span: TimeSpan)
    /// It takes no more frames, for this reason.
    /// - Parameter isSeen: the outcome of a write already reports it.
    func connectionIsLost(_ reason: String, isSeen: Bool)
}
