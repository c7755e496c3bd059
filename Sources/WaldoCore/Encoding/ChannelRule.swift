/// What every step asks of a channel: its profile without the frames. Plain numbers, so that looking one up neither
/// copies much nor counts references.
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
    /// The rules of the channels that it has.
    var rules: PerChannel<ChannelRule?> {
        PerChannel(
            slider: channels.slider.map(ChannelRule.init), zx: channels.zx.map(ChannelRule.init),
            zy: channels.zy.map(ChannelRule.init))
    }

    /// An arm with one frame for all channels has one outlet, its first channel; else each channel is its own.
    var frameChannels: PerChannel<Channel> {
        let first = Channel.allCases.first { channels[$0] != nil }
        guard frame != nil, let first else { return PerChannel(slider: .slider, zx: .zx, zy: .zy) }
        return PerChannel(repeating: first)
    }
}
