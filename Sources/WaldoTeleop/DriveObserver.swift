public import WaldoCore
public import WaldoLoop

/// Who watches a drive: a screen, a log, a recorder. Called on the loop, in order; none of them may keep it waiting.
@LoopActor
public protocol DriveObserver: AnyObject {
    /// The state machine took a step.
    func drive(_ drive: Drive, took event: DriveEvent, step: Step)
    /// A command went to the link, which did this with it.
    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome)
}
