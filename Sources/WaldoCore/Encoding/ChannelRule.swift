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

/// An arm's templates by channel and sign, laid out for looking up.
struct FrameTable: Sendable {
    /// Whether any frame carries its number.
    let carriesSequence: Bool
    private let templates: [FrameTemplate?]
    private let decimals: PerChannel<Int>

    init(_ arm: Arm) {
        templates = Channel.allCases.flatMap { channel in
            [-1, 0, 1].map { arm.template(for: channel, value: $0) }
        }
        carriesSequence = templates.contains { $0?.fields.contains(.sequence) ?? false }
        decimals = arm.decimals
    }

    /// The bytes of a channel's frame; none for a channel that the arm lacks.
    func rendered(_ values: PerChannel<Int32>, lead: Channel, sequence: UInt8) -> Frame {
        let template = templates[Int(lead.rawValue) * 3 + Int(values[lead].signum()) + 1]
        return template?.rendered(values, own: lead, decimals: decimals, sequence: sequence) ?? Frame()
    }
}
