extension Arm {
    /// The template that renders a channel's value: the arm's single frame, or the channel's own frame for the value's
    /// sign. Nil for a channel that the arm does not have.
    public func template(for channel: Channel, value: Int32) -> FrameTemplate? {
        guard let profile = channels[channel] else { return nil }
        if let frame { return frame }
        guard let frames = profile.frames else { return nil }
        if value < 0 { return frames.negative }
        return value == 0 ? frames.zero ?? frames.positive : frames.positive
    }

    /// Each channel's digits after the decimal point; 0 for a missing channel.
    public var decimals: PerChannel<Int> {
        PerChannel(
            slider: channels.slider?.range.decimals ?? 0, zx: channels.zx?.range.decimals ?? 0,
            zy: channels.zy?.range.decimals ?? 0)
    }

    /// Each channel's number before anything is sent: zero for a velocity, the start for a position; 0 for a missing
    /// channel.
    public var startValues: PerChannel<Int32> {
        func start(_ profile: ChannelProfile?) -> Int32 {
            guard let profile else { return 0 }
            return profile.mode == .velocity ? profile.range.zero : profile.start
        }
        return PerChannel(slider: start(channels.slider), zx: start(channels.zx), zy: start(channels.zy))
    }

    /// Whether a channel's zero frame also carries a position.
    func zeroCarriesPositions(_ channel: Channel) -> Bool {
        guard let template = template(for: channel, value: channels[channel]?.range.zero ?? 0) else { return false }
        return template.fields.contains { field in
            let other: Channel?
            switch field {
            case .number(_, let of), .decimal(_, let of): other = of
            case .byte, .sequence, .checksum: return false
            }
            return channels[other ?? channel]?.mode == .position
        }
    }

    /// Whether the arm can be stopped only by a frame that carries a position. Such an arm cannot be taken over while
    /// its position is unknown.
    public var stopsByPosition: Bool {
        halt == nil
            && Channel.allCases.contains { channels[$0]?.mode == .velocity && zeroCarriesPositions($0) }
    }

    /// Length in bytes of the longest frame that the arm's ranges allow. An arm file where it exceeds `link.max` is
    /// refused.
    public var longestFrame: Int {
        let decimals = decimals
        // A `halt` frame carries no number, so each of its fields is one byte.
        var longest = halt?.fields.count ?? 0
        for channel in Channel.allCases {
            guard let range = channels[channel]?.range else { continue }
            for value in [range.low, range.zero, range.high] {
                guard let template = template(for: channel, value: value) else { continue }
                var values = widestValues
                values[channel] = value
                longest = Swift.max(longest, template.count(values, own: channel, decimals: decimals))
            }
        }
        return longest
    }

    /// For each channel, the end of its range with the longest text.
    private var widestValues: PerChannel<Int32> {
        func widest(_ range: ValueRange?) -> Int32 {
            guard let range else { return 0 }
            let ends = [range.low, range.high].sorted { $0.magnitude < $1.magnitude }
            return ends.last { $0 < 0 && $0.magnitude * 10 >= ends[1].magnitude } ?? ends[1]
        }
        return PerChannel(
            slider: widest(channels.slider?.range), zx: widest(channels.zx?.range), zy: widest(channels.zy?.range))
    }
}
