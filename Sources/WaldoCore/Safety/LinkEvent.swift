/// What a link reports about itself.
public enum LinkEvent: Equatable, Sendable {
    /// It takes commands. `takenOver`: the peripheral was connected before we came, so the last command that it
    /// received is unknown.
    case up(takenOver: Bool)
    /// It takes zeros, and everything else after `flowing`. `takenOver` as with `up`.
    case opened(takenOver: Bool)
    /// It is lost, with everything that was in flight.
    case down
    /// It takes the next command.
    case ready
    /// It has the last command, and takes the next one after `ready`.
    case busy
    /// It did not take the last command, and takes one after `ready`.
    case refused
    /// The limit of unconfirmed frames is reached: no motion until `flowing`. It takes zeros as before.
    case windowFull
    /// What was written is not leaving: the arm halts, and no motion until `flowing`. It takes zeros as before.
    case stalled
    /// What was written has left: motion may be sent again.
    case flowing
    /// The failsafe frames were sent without the state machine, each this many times.
    case failsafe(sent: ZeroCounts)
}
