public import WaldoCore
public import WaldoLoop

/// What carries the frames of a drive: a shield over Bluetooth, a serial port, a simulated arm, or nothing.
@LoopActor
public protocol Link: AnyObject {
    /// Sends a step's command or refuses it; never waits. A zero is never held back by what was written before it, only
    /// by a call in flight.
    /// - Parameter pending: how many times each of the failsafe frames is to be sent if nothing follows.
    func write(_ frame: Frame, isZero: Bool, pending: ZeroCounts) -> WriteOutcome
    /// Stores the failsafe frames: what stops the arm when the drive cannot send.
    func setFailsafe(_ frames: FailsafeFrames)
    /// Sets how many times each of the failsafe frames still has to be sent, after a zero.
    func setPending(_ zeros: ZeroCounts)
    /// Returns how many times each of the failsafe frames was sent without the drive since the previous call; nil: none
    /// was.
    func acknowledgeFailsafe() -> ZeroCounts?
    /// Whether everything that was taken has left, as far as this side can know.
    var hasLeft: Bool { get }
    /// How long the link took for each frame or proof whose delivery it learned of; nil: it learns of none. Not to be
    /// kept: the link adds to it in place.
    var deliveries: Histogram? { get }
    /// Disconnects; waits only for pending failsafe frames.
    func close()
}

extension Link {
    /// It learns of no delivery.
    public var deliveries: Histogram? { nil }
}
