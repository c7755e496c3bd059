import WaldoTime

/// What a simulated arm's firmware knows of a channel.
struct ChannelState: Sendable {
    /// The number that it was last set to.
    var number: Int32 = 0
    /// When it was set.
    var heard: Instant = .distantPast
    /// Which of a velocity's numbers of steps comes next.
    var phase = 0
    /// Of the action that is under way: the channels that it moves, a bit each.
    var moved: UInt8 = 0
}
