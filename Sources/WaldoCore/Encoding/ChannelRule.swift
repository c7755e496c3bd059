/// What every step asks of a channel: its profile without the frames. Plain numbers, so that looking one up neither copies
/// much nor counts references.
struct ChannelRule: Sendable {
    let means: ChannelProfile.Meaning
    let range: ValueRange
    let `repeat`: Microseconds?
    let send: ChannelProfile.Sending
    let busy: ChannelProfile.Busy?

    init(_ profile: ChannelProfile) {
        means = profile.means
        range = profile.range
        `repeat` = profile.repeat
        send = profile.send
        busy = profile.busy
    }
}

extension Arm {
    /// The rules of the channels that it has.
    var rules: PerChannel<ChannelRule?> {
        PerChannel(
            slider: channels.slider.map(ChannelRule.init), zx: channels.zx.map(ChannelRule.init),
            zy: channels.zy.map(ChannelRule.init))
    }

    /// An arm with one frame for all channels has one outlet, its first channel; else each channel is its own.
    var outlets: PerChannel<Channel> {
        let first = Channel.allCases.first { channels[$0] != nil }
        guard frame != nil, let first else { return PerChannel(slider: .slider, zx: .zx, zy: .zy) }
        return PerChannel(repeating: first)
    }
}
