import WaldoTime

/// A channel's profile without the frames, read in every step. Plain numbers, so that a lookup copies little and counts
/// no references.
struct ChannelRule: Sendable {
    let mode: ChannelProfile.Mode
    let range: ValueRange
    let heartbeat: TimeSpan?
    let send: ChannelProfile.Sending
    let busy: ChannelProfile.Busy?
    let isAction: Bool

    init(_ profile: ChannelProfile) {
        mode = profile.mode
        range = profile.range
        heartbeat = profile.heartbeat
        send = profile.send
        busy = profile.busy
        isAction = profile.action != nil
    }
}

extension Arm {
    /// The rules of the arm's channels.
    var rules: PerChannel<ChannelRule> { profiles.map(ChannelRule.init) }
}
