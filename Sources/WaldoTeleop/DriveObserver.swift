public import WaldoCore
public import WaldoLoop

/// An observer of a drive: a screen, a log, a recorder. Called on the loop, in order; it must not block.
@LoopActor
public protocol DriveObserver: AnyObject {
    /// The state machine took a step. Its frame has been written already.
    func drive(_ drive: Drive, handled event: DriveEvent, step: Step)
    /// A command was passed to the link, with this outcome.
    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome)
    /// Bytes that no channel sends, for a sensor or as one of the arm's steps, were passed to the link, with this
    /// outcome.
    func drive(_ drive: Drive, sentBytes bytes: Frame, outcome: WriteOutcome)
}

extension DriveObserver {
    /// Ignores it.
    public func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {}
    /// Ignores it.
    public func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {}
    /// Ignores them.
    public func drive(_ drive: Drive, sentBytes bytes: Frame, outcome: WriteOutcome) {}
}
