internal import WaldoCore

/// The controls that a mapping names itself, and the channels that they move.
extension MappingReader {
    mutating func controls(_ value: YamlValue, _ profiles: ProfileNames) throws(FileError) -> [ControlMapping] {
        let expected = "controls by name, 1 to \(Control.most), such as `base` or `gripper`"
        let section = try YamlSection(names: value, expected: expected) { (place, name) throws(FileError) in
            if let problem = ChannelNames.problem(with: name, of: "control") { throw place.error(problem) }
            guard !["x", "y", "stopped"].contains(name) else {
                throw place.error("a control cannot be called `\(name)`, which exports use for something else; name it otherwise")
            }
        }
        guard !section.keys.isEmpty else { throw value.error("`controls` is empty; expected \(expected)") }
        guard section.keys.count <= Control.most else {
            throw value.error("`controls` lists \(section.keys.count) controls; a mapping has \(Control.most) at most")
        }
        var controls: [ControlMapping] = []
        for name in section.keys {
            codes.begin(profiles: profiles.mask(of: name))
            let control = try control(name, section.required(name))
            for (_, channel) in control.references {
                guard let other = controls.first(where: { $0.references.contains { $0.channel == channel } }) else {
                    continue
                }
                throw try section.required(name).error(
                    "the channel \(channel.text) is moved by `\(other.name)` and by `\(name)`; one control moves a channel")
            }
            controls.append(control)
        }
        return controls
    }

    /// A slider has a `channel`, a joystick `channels`.
    private mutating func control(_ name: String, _ value: YamlValue) throws(FileError) -> ControlMapping {
        if value.value("channels") != nil {
            let section = try value.section(["channels"] + Self.joystickKeys)
            let joystick = try joystick(section)
            let channels = try section.required("channels").section(["x", "y"])
            let x = try channels["x"].map(Self.reference), y = try channels["y"].map(Self.reference)
            guard x != nil || y != nil else {
                throw channels.value.error("`\(channels.value.name)` is empty; expected `x`, `y` or both, each a channel")
            }
            if let x, x == y {
                throw channels.value.error("the channel \(x.text) is moved by `x` and by `y`; one of them moves it")
            }
            return ControlMapping(name, .joystick(joystick, x: x, y: y))
        }
        let section = try value.section(["channel"] + Self.sliderKeys)
        guard let channel = section["channel"] else {
            throw value.error(
                "`\(value.name)` moves no channel; add `channel: NAME` for a slider, or `channels: { x: NAME, y: NAME }` for a joystick")
        }
        return ControlMapping(name, .slider(try slider(section), try Self.reference(channel)))
    }

    /// A channel's name, or its place in the arm's list from 1 on.
    private static func reference(_ value: YamlValue) throws(FileError) -> ChannelReference {
        if value.number != nil { return .place(try value.integer(in: 1...Channel.most) - 1) }
        let expected = "a channel by its name, or by its place from 1 to \(Channel.most)"
        let name = try value.text(expected: expected)
        guard ChannelNames.problem(with: name) == nil else { throw value.mismatch(expected: expected) }
        return .name(name)
    }

    /// Profiles and the key that changes them belong together.
    func check(_ mapping: Mapping, _ top: YamlSection) throws(FileError) {
        let key = try top.required("keys").value("profile")
        if !mapping.profiles.isEmpty, key == nil {
            throw try top.required("keys").error("nothing changes the profiles; add `profile` with a key to `keys`")
        }
        if mapping.profiles.isEmpty, let key {
            throw key.error("`\(key.name)` changes profiles, and there are none; take it out, or list `profiles`")
        }
    }
}

/// The profiles of a mapping's file, by the names of their controls.
struct ProfileNames {
    private var entries: [(name: String, controls: [(name: String, value: YamlValue)])] = []

    /// - Throws: that there is only one, that one has no control, or that a name is not allowed.
    init(_ value: YamlValue?) throws(FileError) {
        guard let value else { return }
        let expected = "two to \(Control.most) profiles by name, each a list of controls"
        let section = try YamlSection(names: value, expected: expected) { (place, name) throws(FileError) in
            if let problem = ChannelNames.problem(with: name, of: "profile") { throw place.error(problem) }
        }
        guard (2...Control.most).contains(section.keys.count) else { throw value.error("expected \(expected)") }
        for name in section.keys {
            let list = try section.required(name)
            var controls: [(name: String, value: YamlValue)] = []
            for control in list.oneOrMore {
                controls.append((try control.text(expected: "the name of a control"), control))
            }
            guard !controls.isEmpty else {
                throw list.error("the profile `\(name)` has no control; list some, or take it out")
            }
            entries.append((name, controls))
        }
    }

    /// The profiles in which a control is live, one bit for each; all for a control that is in none.
    func mask(of control: String) -> UInt8 {
        var mask: UInt8 = 0
        for (place, entry) in entries.enumerated() where entry.controls.contains(where: { $0.name == control }) {
            mask |= 1 << UInt8(place)
        }
        return mask == 0 ? .max : mask
    }

    /// - Throws: that a profile lists a control that the mapping does not have.
    func profiles(of controls: [ControlMapping]) throws(FileError) -> [Mapping.Profile] {
        let names = controls.map(\.name)
        var profiles: [Mapping.Profile] = []
        for entry in entries {
            var places: [Control] = []
            for (name, value) in entry.controls {
                guard let place = names.firstIndex(of: name) else {
                    throw value.error(
                        "the profile `\(entry.name)` lists `\(SafeText.escaped(name))`, which is no control"
                            + Spelling.hint(name, among: names))
                }
                if !places.contains(Control(place)) { places.append(Control(place)) }
            }
            profiles.append(Mapping.Profile(entry.name, places))
        }
        return profiles
    }
}

extension ChannelReference {
    /// As messages call it: `` `base` ``, or `number 3`.
    var text: String {
        switch self {
        case .name(let name): "`\(name)`"
        case .place(let place): "number \(place + 1)"
        }
    }
}
