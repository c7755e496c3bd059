import WaldoCore
import WaldoTime

/// One channel of an arm file while it is read. Its range is read last: its decimals depend on all its frames.
struct ChannelDraft {
    /// Which of a channel's numbers a frame is for.
    enum Part {
        case all, negative, zero, positive, zeroAndPositive
    }

    let channel: Channel
    let name: String
    let section: YamlSection
    let mode: ChannelProfile.Mode
    /// The channel's own frames and the numbers that each is for; empty in an arm with one shared frame.
    let frames: [(part: Part, fields: [FrameField])]

    init(_ channel: Channel, _ name: String, _ value: YamlValue) throws(FileError) {
        self.channel = channel
        self.name = name
        section = try value.section(
            ["mode", "range", "zero", "heartbeat", "send", "busy", "start", "limits", "to", "frame", "frames"],
            aliases: ["means": "mode", "repeat": "heartbeat"])
        mode = try section.required("mode").word(["velocity": .velocity, "position": .position])
        frames = try Self.frames(section)
        for (key, needed) in [
            ("heartbeat", ChannelProfile.Mode.velocity), ("send", .position), ("start", .position),
            ("limits", .position),
        ] {
            if let value = section[key], mode != needed {
                throw value.error(
                    "`\(value.name)` is for a channel whose mode is "
                        + "\(needed == .velocity ? "velocity" : "position"); take it out, or change `mode`")
            }
        }
    }

    /// Where the file gives the channel a frame of its own; nil where it does not.
    var frameLocation: YamlValue? { section["frames"] ?? section["frame"] }

    private static func frames(_ section: YamlSection) throws(FileError) -> [(Part, [FrameField])] {
        if let frame = section["frame"] {
            if let frames = section["frames"] {
                throw frames.error("`\(frames.name)` and `frame` exclude each other; keep one")
            }
            return [(.all, try FrameReader.fields(frame, .own))]
        }
        guard let value = section["frames"] else { return [] }
        let signs = try value.section(["negative", "zero", "positive"])
        let negative = try FrameReader.fields(signs.required("negative"), .own)
        let positive = try FrameReader.fields(signs.required("positive"), .own)
        guard let zero = signs["zero"] else { return [(.negative, negative), (.zeroAndPositive, positive)] }
        return [(.negative, negative), (.zero, try FrameReader.fields(zero, .own)), (.positive, positive)]
    }

    /// The channel's complete profile.
    /// - Parameters:
    ///   - common: the fields of the arm's shared frame that carry this channel.
    ///   - isTimed: whether the shared frame carries the time of its move.
    ///   - destination: which characteristic the channel's own frames are written to.
    func profile(
        common: [FrameField], isTimed: Bool, to destination: UInt8, isRecorded: Bool
    ) throws(FileError) -> ChannelProfile {
        let isTimed = isTimed || frames.contains { $0.fields.contains(where: \.isTime) }
        let carriers = frames.flatMap(\.fields).filter { $0.carries(channel, own: channel) } + common
        let range = try range(digits: digits(carriers))
        for (part, fields) in frames { try check(fields.filter { $0.carries(channel, own: channel) }, range, part) }
        try check(common, range, .all)
        try checkDirections()
        if !isRecorded { try checkNumbers(range) }
        let start = try section["start"].map { (value) throws(FileError) in try number(value, within: range) }
        let limits = try section["limits"].map { (value) throws(FileError) in
            try self.limits(value, range, start: start, isTimed: isTimed)
        }
        if isTimed { try checkTime(limits) }
        return ChannelProfile(
            name, mode: mode, range: range, heartbeat: try heartbeat(isRecorded: isRecorded),
            send: try section["send"]?.word(["change": .change, "release": .release]) ?? .change,
            busy: try section["busy"].map { (value) throws(FileError) in try busy(value, range) },
            start: start,
            limits: limits,
            frames: profileFrames(to: destination))
    }

    /// A time in a frame is that of a position's way, at its slew rate.
    private func checkTime(_ limits: ChannelProfile.Limits?) throws(FileError) {
        guard mode == .velocity ? frames.isEmpty : limits?.slew != nil else {
            throw section.value.error(
                mode == .velocity
                    ? "`\(section.value.name)` is a velocity, and its frame carries the time of a move; take `time` out"
                    : "the frame of `\(section.value.name)` carries the time of its move, which follows from how fast it may "
                        + "move; add `limits: { slew: … }`, in units a second")
        }
    }

    /// How long a velocity may stay silent before it is sent again; nil where the file says `none`. The key is
    /// required, because an arm detects a lost link by missing heartbeats.
    private func heartbeat(isRecorded: Bool) throws(FileError) -> TimeSpan? {
        guard let value = section["heartbeat"] else {
            guard mode == .velocity, !isRecorded else { return nil }
            throw section.value.error(
                "`\(section.value.name)` is a velocity without a heartbeat, and the arm could not notice silence; add "
                    + "`heartbeat: 100 ms`, or `heartbeat: none` for an arm that takes none")
        }
        return value.text == "none"
            ? nil : try value.duration(in: TimeSpan.milliseconds(1)...TimeSpan.seconds(60), or: "`none`")
    }

    private func profileFrames(to destination: UInt8) -> ChannelProfile.Frames? {
        func template(_ parts: Part...) -> FrameTemplate? {
            frames.first { parts.contains($0.part) }.map { FrameTemplate($0.fields.map(\.field), to: destination) }
        }
        guard let positive = template(.all, .positive, .zeroAndPositive), let negative = template(.all, .negative)
        else { return nil }
        return ChannelProfile.Frames(negative: negative, zero: template(.zero), positive: positive)
    }

    /// The digits after the point that all fields agree on; nil: as many as the range is written with.
    private func digits(_ carriers: [FrameField]) throws(FileError) -> Int? {
        var agreed: Int?
        for field in carriers {
            guard let digits = field.digits else { continue }
            guard agreed == nil || agreed == digits else {
                throw field.location.error(
                    "`\(field.location.name)` writes \(name) with \(digits) digits after the point, another frame "
                        + "with \(agreed!); let them agree")
            }
            agreed = digits
        }
        return agreed
    }
}
