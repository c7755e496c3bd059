/// A channel's profile without the frames, read in every step. Plain numbers, so that a lookup copies little and counts
/// no references.
struct ChannelRule: Sendable {
    let mode: ChannelProfile.Mode
    let range: ValueRange
    let heartbeat: Microseconds?
    let send: ChannelProfile.Sending
    let busy: ChannelProfile.Busy?

    init(_ profile: ChannelProfile) {
        mode = profile.mode
        range = profile.range
        heartbeat = profile.heartbeat
        send = profile.send
        busy = profile.busy
    }
}

extension Arm {
    /// The rules of the arm's channels; nil for those that it does not have.
    var rules: PerChannel<ChannelRule?> {
        PerChannel(
            slider: channels.slider.map(ChannelRule.init), zx: channels.zx.map(ChannelRule.init),
            zy: channels.zy.map(ChannelRule.init))
    }

    /// The frame channel of each channel: the one that its frame is sent under. An arm with one frame for all channels
    /// has one frame channel, its first channel; else each channel is its own.
    var frameChannels: PerChannel<Channel> {
        let first = Channel.allCases.first { channels[$0] != nil }
        guard frame != nil, let first else { return PerChannel(slider: .slider, zx: .zx, zy: .zy) }
        return PerChannel(repeating: first)
    }
}
