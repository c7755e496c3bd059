import WaldoCore
import WaldoTime

/// Parses and validates an arm file.
enum ArmReader {
    /// - Parameter isRecorded: the text comes from a recording, where a velocity without a `heartbeat` (`repeat`) is
    ///   valid: older versions sent none then.
    static func arm(from text: String, file: String, isRecorded: Bool = false) throws(FileError) -> Arm {
        try arm(at: YamlDocument.root(of: text, file: file, as: .arm), isRecorded: isRecorded)
    }

    /// Reads the tree of a file.
    static func arm(at root: YamlValue, isRecorded: Bool = false) throws(FileError) -> Arm {
        let top = try root.section([
            "name", "link", "pacing", "channels", "actions", "begin", "end", "reports", "frame", "halt", "silence",
            "keep alive", "park", "pose", "fence", "model",
        ])
        let name = try top.required("name").title()
        var link = try LinkReader.link(top.required("link"))
        let pacing = try pacing(top.required("pacing"))
        let drafts = try ChannelNames.section(top.required("channels"))
            .map { (channel, name, value) throws(FileError) in try ChannelDraft(channel, name, value) }
        let common = try commonFrame(top["frame"], drafts)
        let profiles = try drafts.map { (draft) throws(FileError) in
            try draft.profile(
                common: common?.filter { $0.carries(draft.channel, own: nil) } ?? [],
                isTimed: common?.contains(where: \.isTime) ?? false,
                to: LinkReader.destination(of: draft, on: &link), isRecorded: isRecorded)
        }
        if !isRecorded { try checkFrames(profiles, drafts) }
        let actions = try ActionReader.profiles(top["actions"], beside: profiles, areCombined: common != nil)
        var arm = Arm(
            name: name, link: link, pacing: pacing, profiles: PerChannel(profiles + actions),
            frame: common.map { FrameTemplate($0.map(\.field)) }, halt: try halt(top, drafts),
            reports: try top["reports"].map { (value) throws(FileError) in
                try ReportsReader.reports(value, drafts.map(\.name), link, pacing)
            } ?? ArmReports())
        if let halt = top["halt"], arm.haltLength > link.max {
            throw halt.error("`halt` has \(arm.haltLength) bytes, and one write takes \(link.limit); shorten it")
        }
        try checkLength(arm, drafts, top)
        try checkHeartbeats(arm, drafts)
        try checkHalt(arm, top.required("pacing"))
        arm.steps = try StepsReader.steps(top, of: arm)
        try SilenceReader.read(top, into: &arm)
        if let park = top["park"] { arm.park = try ParkReader.park(park, of: profiles) }
        if let pose = top["pose"] { arm.pose = try PoseReader(arm: arm).pose(pose) }
        if let fence = top["fence"] { arm.fence = try FenceReader(arm: arm, mayBeginInside: isRecorded).fence(fence) }
        if let model = top["model"] { arm.model = try ModelReader(arm: arm).model(model) }
        return arm
    }

    private static func pacingSection(_ value: YamlValue) throws(FileError) -> YamlSection {
        try value.section(["interval", "zero repeats"], aliases: ["stops": "zero repeats"])
    }

    private static func pacing(_ value: YamlValue) throws(FileError) -> Pacing {
        let section = try pacingSection(value)
        return Pacing(
            interval: try section.required("interval").duration(in: TimeSpan.microseconds(100)...TimeSpan.seconds(10)),
            zeroRepeats: try section["zero repeats"]?.integer(in: 1...100) ?? 3)
    }

    /// Reads the frame shared by all channels; nil when each channel has its own. A shared frame must carry every
    /// channel, and none may have a frame of its own beside it.
    private static func commonFrame(
        _ value: YamlValue?, _ drafts: [ChannelDraft]
    ) throws(FileError) -> [FrameField]? {
        guard let value else {
            for draft in drafts where draft.frames.isEmpty {
                throw draft.section.value.error(
                    "`\(draft.section.value.name)` has no frame; give it `frame` or `frames`, or the arm one `frame` "
                        + "for all channels")
            }
            return nil
        }
        for draft in drafts {
            if let own = draft.frameLocation {
                throw own.error("`\(own.name)` stands beside the arm's `frame`, which carries all channels; keep one")
            }
        }
        let fields = try FrameReader.fields(value, .all(drafts.map(\.name)))
        for draft in drafts where !fields.contains(where: { $0.carries(draft.channel, own: nil) }) {
            throw value.error("`frame` does not carry \(draft.name); add it, or take the channel out")
        }
        return fields
    }

    /// Two channels with the same frames are one. Their zeros may be the same: that of one motor may stop all.
    private static func checkFrames(_ profiles: [ChannelProfile], _ drafts: [ChannelDraft]) throws(FileError) {
        for (index, profile) in profiles.enumerated() {
            guard let frames = profile.frames, let location = drafts[index].frameLocation else { continue }
            let same = profiles[..<index].first { $0.frames.map { frames.moves(as: $0) } ?? false }
            guard let same else { continue }
            throw location.error(
                "`\(location.name)` is that of \(same.name) too, so that each would move both; give each channel a frame of its "
                    + "own")
        }
    }

    /// Reads `halt`, the frame that halts an arm with one shared frame while its positions are unknown. Any other arm
    /// needs none: the zero frame of a velocity channel carries no position.
    private static func halt(
        _ top: YamlSection, _ drafts: [ChannelDraft]
    ) throws(FileError) -> FrameTemplate? {
        guard let value = top["halt"] else { return nil }
        guard top["frame"] != nil else {
            throw value.error(
                "`halt` is for an arm with one `frame` for all channels, and the zeros of this one's velocities move no "
                    + "position; take it out"
            )
        }
        guard drafts.contains(where: { $0.mode == .position }) else {
            throw value.error(
                "`halt` stands in for positions that are not known, and no channel is a position; take it out")
        }
        return FrameTemplate(try FrameReader.fields(value, .none).map(\.field))
    }

    private static func checkLength(
        _ arm: Arm, _ drafts: [ChannelDraft], _ top: YamlSection
    ) throws(FileError) {
        guard arm.longestFrame > arm.link.max else { return }
        let longest = drafts.max { length(of: $0, arm) < length(of: $1, arm) }
        let location = top["frame"] ?? longest?.frameLocation ?? top.value
        throw location.error(
            "the longest frame has \(arm.longestFrame) bytes, and one write takes \(arm.link.limit); shorten it")
    }

    /// Bytes of a channel's longest frame.
    private static func length(of draft: ChannelDraft, _ arm: Arm) -> Int {
        var alone = arm
        alone.profiles = PerChannel([arm.profiles[draft.channel]])
        return alone.longestFrame
    }

    /// Checks that the pacing can keep each heartbeat. An arm stops after three heartbeats of silence. With every
    /// channel busy, a heartbeat waits for a frame of each other channel; a channel sent on release only does not
    /// compete.
    private static func checkHeartbeats(_ arm: Arm, _ drafts: [ChannelDraft]) throws(FileError) {
        let contenders =
            arm.frame == nil ? drafts.count { arm.profiles[$0.channel].send == .change } : 1
        for draft in drafts {
            guard let period = arm.profiles[draft.channel].heartbeat, let location = draft.section["heartbeat"] else {
                continue
            }
            let round = arm.pacing.interval * contenders
            guard round > period * 2 else { continue }
            throw location.error(
                "`\(location.name)` is \(TimeText.text(period)), and \(contenders) channels "
                    + "\(TimeText.text(arm.pacing.interval))"
                    + " apart take \(TimeText.text(round)), over twice that; lengthen it or shorten `pacing.interval`")
        }
    }

    /// Checks that the zero frames of a halt leave within `ShutdownTimeout.zeroFrames`, as long as an ending drive
    /// waits for them. All channels send their first zero frame at once, and the repeats one after the other,
    /// `interval` apart.
    private static func checkHalt(_ arm: Arm, _ value: YamlValue) throws(FileError) {
        let velocities = arm.movingChannels.count { arm.profiles[$0].mode == .velocity }
        let actions = arm.channels.dropFirst(arm.movingChannels.count).count { arm.profiles[$0].mode == .velocity }
        let outlets = (arm.frame == nil ? velocities : min(1, velocities)) + actions
        let span = arm.pacing.interval * (outlets * (arm.pacing.zeroRepeats - 1))
        guard span > ShutdownTimeout.zeroFrames else { return }
        let section = try pacingSection(value)
        let interval = try section.required("interval")
        let location = section["zero repeats"] ?? interval
        throw location.error(
            "the \(outlets * arm.pacing.zeroRepeats) zeros of a halt, \(TimeText.text(arm.pacing.interval)) apart, take "
                + "\(TimeText.text(span)), and a drive that ends waits \(TimeText.text(ShutdownTimeout.zeroFrames)) for them; "
                + "lower `zero repeats` or `interval`")
    }
}

extension ChannelProfile.Frames {
    /// Whether motions of both are the same bytes.
    fileprivate func moves(as other: Self) -> Bool { negative == other.negative && positive == other.positive }
}
