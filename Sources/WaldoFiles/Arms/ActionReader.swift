import WaldoCore
import WaldoTime

/// Reads the actions of an arm file: named frames that a key sends.
enum ActionReader {
    /// The profiles of the actions, in the file's order.
    /// - Parameters:
    ///   - channels: the arm's channels.
    ///   - areCombined: whether one frame carries all of them.
    static func profiles(
        _ value: YamlValue?, beside channels: [ChannelProfile], areCombined: Bool
    ) throws(FileError) -> [ChannelProfile] {
        guard let value else { return [] }
        let expected = "the arm's actions by name, such as `home`"
        let section = try YamlSection(names: value, expected: expected) { (location, name) throws(FileError) in
            if let problem = ChannelNames.problem(with: name) { throw location.error(problem) }
            guard !channels.contains(where: { $0.name == name }) else {
                throw location.error("`\(name)` is a channel and an action; name one of them otherwise")
            }
        }
        let count = channels.count + section.keys.count
        guard !section.keys.isEmpty else { throw value.error("`actions` is empty; expected \(expected)") }
        guard count <= Channel.maxCount else {
            throw value.error(
                "`actions` lists \(section.keys.count) beside \(channels.count) channels; an arm has \(Channel.maxCount) of both at "
                    + "most")
        }
        var profiles: [ChannelProfile] = []
        for name in section.keys { profiles.append(try action(name, section.required(name), channels)) }
        // While such an action runs, nobody knows where the arm is, and the frame that stops its velocities would say.
        if areCombined, channels.contains(where: { $0.mode == .velocity }),
            let setting = profiles.first(where: { !($0.action?.sets.isEmpty ?? true) })
        {
            throw try section.required(setting.name).error(
                "`\(setting.name)` sets positions, and this arm's one `frame` carries them with each stop of its velocities; "
                    + "give the channels frames of their own, or take the action out")
        }
        return profiles
    }

    /// An action that moves has to say what holds afterwards, how long it takes and what ends it; any other that it
    /// moves nothing.
    private static func action(
        _ name: String, _ value: YamlValue, _ channels: [ChannelProfile]
    ) throws(FileError) -> ChannelProfile {
        let section = try value.section(["frame", "moves", "sets", "busy", "release"])
        let frame = try frame(section.required("frame"))
        let busy = try section["busy"].map { (value) throws(FileError) in
            try value.duration(in: TimeSpan.milliseconds(1)...TimeSpan.seconds(60))
        }
        guard try section["moves"]?.flag() ?? true else {
            for key in ["sets", "release"] {
                guard let value = section[key] else { continue }
                throw value.error("`\(value.name)` is for an action that moves; take it out, or `moves: false`")
            }
            return ChannelProfile(action: name, frame: frame, release: nil, busy: busy)
        }
        for (key, why) in [
            ("sets", "which positions hold afterwards, such as `sets: { \(example(channels)): 90 }`"),
            ("busy", "how long it takes, such as `busy: 2 s`"),
            ("release", "the frame that ends it when the key is released"),
        ] where section[key] == nil {
            throw value.error("`\(value.name)` may move the arm and has no `\(key)`, \(why); add it, or `moves: false`")
        }
        let release = try self.frame(section.required("release"))
        guard release != frame else {
            throw value.error(
                "the `release` of `\(value.name)` is its `frame`, and would send the action again; name another")
        }
        return ChannelProfile(
            action: name, frame: frame, release: release, busy: busy,
            sets: try settings(section.required("sets"), channels))
    }

    private static func example(_ channels: [ChannelProfile]) -> String {
        channels.first { $0.mode == .position }?.name ?? "base"
    }

    private static func frame(_ value: YamlValue) throws(FileError) -> FrameTemplate {
        FrameTemplate(try FrameReader.fields(value, .none).map(\.field))
    }

    /// The positions that hold afterwards, each within its range; `{}` for an action that moves velocities alone.
    private static func settings(
        _ value: YamlValue, _ channels: [ChannelProfile]
    ) throws(FileError) -> [ChannelProfile.Action.Setting] {
        let names = channels.filter { $0.mode == .position }.map(\.name)
        let section = try YamlSection(names: value, expected: "positions by name") {
            (location, name) throws(FileError) in
            guard !names.contains(name) else { return }
            throw location.error(
                "`\(SafeText.escaped(name))` is not a position of this arm" + Spelling.hint(name, among: names))
        }
        var settings: [ChannelProfile.Action.Setting] = []
        for (index, profile) in channels.enumerated() {
            guard let value = section[profile.name] else { continue }
            let number = try ChannelDraft.number(value, within: profile.range)
            if let travel = profile.limits?.travel, !travel.contains(number) {
                throw value.error(
                    "`\(value.name)` is outside of the travel of \(profile.name); it could not be driven from there")
            }
            settings.append(.init(Channel(index), number))
        }
        return settings
    }
}
