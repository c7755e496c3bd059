import WaldoCore

/// The controls that a mapping names itself, and the channels that they move.
extension MappingReader {
    /// As many sliders and joysticks as an arm can have channels.
    private static let limit = Channel.maxCount

    /// - Parameter actions: the names that profiles may list, too.
    mutating func controls(
        _ value: YamlValue, _ profiles: ProfileNames, beside actions: [String]
    ) throws(FileError) -> [ControlMapping] {
        let expected = "controls by name, 1 to \(Self.limit), such as `base` or `gripper`"
        let section = try YamlSection(names: value, expected: expected) { (location, name) throws(FileError) in
            if let problem = ChannelNames.problem(with: name, of: "control") { throw location.error(problem) }
            guard !["x", "y", "stopped"].contains(name) else {
                throw location.error(
                    "a control cannot be called `\(name)`, which exports use for something else; name it otherwise")
            }
        }
        guard !section.keys.isEmpty else { throw value.error("`controls` is empty; expected \(expected)") }
        guard section.keys.count <= Self.limit else {
            throw value.error(
                "`controls` lists \(section.keys.count) controls; a mapping has \(Self.limit) at most, beside its "
                    + "actions"
            )
        }
        try profiles.check(section.keys + actions)
        var controls: [ControlMapping] = []
        for name in section.keys {
            codes.begin(profiles: profiles.mask(of: name))
            let control = try control(name, section.required(name))
            for (_, channel) in control.references {
                guard channel.handAxis == nil,
                    let other = controls.first(where: { $0.references.contains { $0.channel == channel } })
                else { continue }
                throw try section.required(name).error(
                    "the channel \(channel.text) is moved by `\(other.name)` and by `\(name)`; one control moves a channel"
                )
            }
            try check(control, section.required(name), beside: controls, profiles)
            controls.append(control)
        }
        return controls
    }

    /// The actions of the arm that keys send, by name: `home: BTN_Y`.
    mutating func actions(
        _ value: YamlValue?, beside controls: [ControlMapping], _ profiles: ProfileNames
    ) throws(FileError) -> [ControlMapping] {
        guard let value else { return [] }
        let expected = "actions of the arm by name, each with a key or a list of keys, such as `home: BTN_NORTH`"
        let section = try YamlSection(names: value, expected: expected) { (location, name) throws(FileError) in
            if let problem = ChannelNames.problem(with: name, of: "action") { throw location.error(problem) }
            guard !controls.contains(where: { $0.name == name }) else {
                throw location.error("`\(name)` is a control and an action; name the control otherwise")
            }
        }
        guard !section.keys.isEmpty, section.keys.count <= Channel.maxCount else {
            throw value.error("`actions` lists \(section.keys.count); expected 1 to \(Channel.maxCount) \(expected)")
        }
        var actions: [ControlMapping] = []
        for name in section.keys {
            codes.begin(profiles: profiles.mask(of: name))
            let value = try section.required(name)
            actions.append(ControlMapping(name, .button(value.text == "none" ? [] : try codes.keys(value))))
        }
        return actions
    }

    /// A slider has a `channel`, a joystick `channels`.
    private mutating func control(_ name: String, _ value: YamlValue) throws(FileError) -> ControlMapping {
        if value.value("channels") != nil {
            let section = try value.section(["channels"] + Self.joystickKeys)
            let joystick = try joystick(section)
            let channels = try section.required("channels").section(["x", "y"])
            let x = try channels["x"].map(Self.reference), y = try channels["y"].map(Self.reference)
            guard x != nil || y != nil else {
                throw channels.value.error(
                    "`\(channels.value.name)` is empty; expected `x`, `y` or both, each a channel")
            }
            if let x, x == y || x.handAxis != nil && x.handAxis == y?.handAxis {
                throw channels.value.error("the channel \(x.text) is moved by `x` and by `y`; one of them moves it")
            }
            return ControlMapping(name, .joystick(joystick, x: x, y: y))
        }
        let section = try value.section(["channel"] + Self.sliderKeys)
        guard let channel = section["channel"] else {
            throw value.error(
                "`\(value.name)` moves no channel; add `channel: NAME` for a slider, or `channels: { x: NAME, y: NAME }` for a joystick"
            )
        }
        return ControlMapping(name, .slider(try slider(section), try Self.reference(channel)))
    }

    /// A channel's name, or its number in the arm's list, from 1.
    private static func reference(_ value: YamlValue) throws(FileError) -> ChannelReference {
        if let hand = try hand(value) { return hand }
        if value.number != nil { return .index(try value.integer(in: 1...Channel.maxCount) - 1) }
        let expected = "a channel by its name, or by its place from 1 to \(Channel.maxCount)"
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
    private static let limit = 8
    private var entries: [(name: String, controls: [(name: String, value: YamlValue)])] = []

    /// - Throws: that there is only one, that one has no control, or that a name is not allowed.
    init(_ value: YamlValue?) throws(FileError) {
        guard let value else { return }
        let expected = "two to \(Self.limit) profiles by name, each a list of controls"
        let section = try YamlSection(names: value, expected: expected) { (location, name) throws(FileError) in
            if let problem = ChannelNames.problem(with: name, of: "profile") { throw location.error(problem) }
        }
        guard (2...Self.limit).contains(section.keys.count) else { throw value.error("expected \(expected)") }
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
        for (index, entry) in entries.enumerated() where entry.controls.contains(where: { $0.name == control }) {
            mask |= 1 << UInt8(index)
        }
        return mask == 0 ? .max : mask
    }

    /// - Throws: that a profile lists a control that the mapping does not have.
    func check(_ names: [String]) throws(FileError) {
        for entry in entries {
            for (name, value) in entry.controls where !names.contains(name) {
                throw value.error(
                    "the profile `\(entry.name)` lists `\(SafeText.escaped(name))`, which is no control"
                        + Spelling.hint(name, among: names))
            }
        }
    }

    func profiles(of controls: [ControlMapping]) -> [Mapping.Profile] {
        entries.map { entry in
            let names = entry.controls.map(\.name)
            return Mapping.Profile(
                entry.name, controls.indices.filter { names.contains(controls[$0].name) }.map { Control($0) })
        }
    }
}

extension ChannelReference {
    /// As messages call it: `` `base` ``, or `number 3`.
    var text: String {
        switch self {
        case .name(let name): "`\(name)`"
        case .index(let index): "number \(index + 1)"
        case .hand(let axis, _): "`hand.\(axis.rawValue)`"
        }
    }
}
