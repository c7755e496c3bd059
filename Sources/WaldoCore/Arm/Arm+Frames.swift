extension FrameTemplate {
    /// Whether it carries the time of its move.
    public var carriesTime: Bool { fields.contains { if case .time = $0 { true } else { false } } }
}

extension Arm {
    /// The template that renders a channel's value: the arm's single frame, or the channel's own frame for the value's
    /// sign. Nil for a channel without a frame of its own, which no arm file can have, and for the zero of a signal.
    public func template(for channel: Channel, value: Int32) -> FrameTemplate? {
        if let frame, profiles[channel].action == nil { return frame }
        guard let frames = profiles[channel].frames else { return nil }
        // A signal is sent when it is given, and never taken back.
        if profiles[channel].mode == .signal, value == 0 { return nil }
        if value < 0 { return frames.negative }
        return value == 0 ? frames.zero ?? frames.positive : frames.positive
    }

    /// Which characteristic a channel's frames are written to, an index into `BluetoothProfile.writes`.
    public func destination(of channel: Channel) -> UInt8 { profiles[channel].frames?.positive.destination ?? 0 }

    /// Each channel's digits after the decimal point.
    public var decimals: PerChannel<Int> { profiles.map(\.range.decimals) }

    /// Each channel's number before anything is sent: zero for a velocity, the start for a position.
    public var startValues: PerChannel<Int32> {
        profiles.map { $0.mode == .velocity ? $0.range.zero : $0.start }
    }

    /// Whether a channel's zero frame also carries a position.
    func zeroCarriesPositions(_ channel: Channel) -> Bool {
        guard let template = template(for: channel, value: profiles[channel].range.zero) else { return false }
        return template.fields.contains { field in
            switch field {
            case .number(_, let of), .decimal(_, let of): profiles[of ?? channel].mode == .position
            case .byte, .time, .sequence, .checksum: false
            }
        }
    }

    /// Whether a frame carries the time of its move.
    var carriesTime: Bool {
        let templates = profiles.list.flatMap { [$0.frames?.negative, $0.frames?.zero, $0.frames?.positive] } + [frame]
        return templates.contains { $0?.carriesTime ?? false }
    }

    /// Whether the arm can be stopped only by a frame that carries a position. Such an arm cannot be taken over while
    /// its position is unknown.
    public var stopsByPosition: Bool {
        halt == nil && channels.contains { profiles[$0].mode == .velocity && zeroCarriesPositions($0) }
    }

    /// Length in bytes of the longest frame that the arm's ranges allow. An arm file where it exceeds `link.max` is
    /// refused.
    public var longestFrame: Int {
        let decimals = decimals
        var longest = haltLength
        for channel in channels {
            let range = profiles[channel].range
            // 0 has a frame of its own, whatever number stands for the middle.
            for value in [range.low, 0, range.high] where range.bounds.contains(value) {
                guard let template = template(for: channel, value: value) else { continue }
                var values = widestValues
                values[channel] = value
                longest = Swift.max(longest, template.count(values, own: channel, decimals: decimals))
            }
        }
        return longest
    }

    /// What it is sent that no channel sends: its steps, and the question for its position.
    public var otherWrites: [Frame] { steps.sent + (reports.ask.map { [$0.bytes] } ?? []) }

    /// Length in bytes of the longest write.
    public var longestWrite: Int { otherWrites.reduce(longestFrame) { Swift.max($0, $1.count) } }

    /// Length in bytes of the `halt` frame, which carries no number; 0: there is none.
    public var haltLength: Int { halt?.count(startValues, own: Channel(0), decimals: decimals) ?? 0 }

    /// For each channel, the end of its range with the longest text.
    private var widestValues: PerChannel<Int32> {
        profiles.map { profile in
            let ends = [profile.range.low, profile.range.high].sorted { $0.magnitude < $1.magnitude }
            return ends.last { $0 < 0 && $0.magnitude * 10 >= ends[1].magnitude } ?? ends[1]
        }
    }
}
