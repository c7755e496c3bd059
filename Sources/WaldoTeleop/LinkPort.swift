public import WaldoCore
internal import WaldoLoop

/// A drive's interface to its link: closures, so that any link, or none, can implement it.
public struct LinkPort {
    /// Sends a step's command or refuses it; never waits. A zero is never held back by what was written before it, only
    /// by a call in flight.
    public var write: @LoopActor (_ frame: Frame, _ isZero: Bool, _ pendingZeros: ZeroCounts) -> WriteOutcome
    /// Stores the failsafe frames: what stops the arm when the drive cannot send.
    public var keep: @LoopActor (FailsafeFrames) -> Void
    /// Sets how many times each of the failsafe frames still has to be sent, after a zero.
    public var setPending: @LoopActor (ZeroCounts) -> Void
    /// Returns how many times each of the failsafe frames was sent without the drive since the previous call; nil: none
    /// was.
    public var acknowledgeFailsafe: @LoopActor () -> ZeroCounts?
    /// Whether everything that was taken has left, as far as this side can know.
    public var isEmpty: @LoopActor () -> Bool
    /// Disconnects; waits only for pending failsafe frames.
    public var close: @LoopActor () -> Void

    /// Creates a link from closures.
    public init(
        write: @escaping @LoopActor (Frame, _ isZero: Bool, ZeroCounts) -> WriteOutcome,
        keep: @escaping @LoopActor (FailsafeFrames) -> Void = { _ in },
        setPending: @escaping @LoopActor (ZeroCounts) -> Void = { _ in },
        acknowledgeFailsafe: @escaping @LoopActor () -> ZeroCounts? = { nil },
        isEmpty: @escaping @LoopActor () -> Bool, close: @escaping @LoopActor () -> Void
    ) {
        self.write = write
        self.keep = keep
        self.setPending = setPending
        self.acknowledgeFailsafe = acknowledgeFailsafe
        self.isEmpty = isEmpty
        self.close = close
    }

    /// Override: everything runs and is shown, nothing is transmitted.
    public static var override: LinkPort { LinkPort(write: { _, _, _ in .written }, isEmpty: { true }, close: {}) }
}
