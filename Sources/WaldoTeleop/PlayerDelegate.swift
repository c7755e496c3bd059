public import WaldoCore
public import WaldoLoop
public import WaldoTime

/// Supplies a `Player` with the items of a recording, and receives its events.
@LoopActor
public protocol PlayerDelegate: AnyObject {
    /// The next item to play.
    func next() -> Player.Next
    /// Whether a channel's gate is open.
    func isLive(_ channel: Channel) -> Bool
    /// An event for the state machine, with its time.
    func send(_ event: DriveEvent, at time: Instant)
    /// The recording has been played to its end.
    func reachedEnd()
}
