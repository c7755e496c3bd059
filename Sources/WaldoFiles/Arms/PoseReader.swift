import WaldoCore
import WaldoTime

/// Reads `pose` of an arm file: where the arm's channels put its hand.
struct PoseReader {
    /// A velocity without heartbeats counts for as long as this.
    static let longestHold: TimeSpan = .seconds(3_600)

    /// The arm, whose channels it may name.
    let arm: Arm

    func pose(_ value: YamlValue) throws(FileError) -> ArmPose {
        let section = try value.section(["source", "accuracy", "settle", "drive", "joints"])
        let joints = try section["joints"].map { (value) throws(FileError) in try self.joints(value) } ?? []
        let drive = try section["drive"].map { (value) throws(FileError) in try self.drive(value) }
        let isMoved = joints.contains { if case .fixed = $0.motion { false } else { true } }
        guard isMoved || drive != nil else {
            let location = section["joints"] ?? value
            throw location.error(
                "`\(location.name)` is moved by no channel; add a joint with `by`, or `drive` for wheels")
        }
        return ArmPose(
            joints: joints, drive: drive,
            accuracy: try PoseQuantity.length.value(section.required("accuracy"), isPositive: true),
            settlingTime: try section["settle"]?.duration(in: TimeSpan.zero...TimeSpan.seconds(60)) ?? .zero,
            source: try section["source"]?.title())
    }

    private func joints(_ value: YamlValue) throws(FileError) -> [ArmPose.Joint] {
        let list = try value.list(expected: "a list of joints such as `{ turn: z, by: base, unit: 1 deg }`")
        guard list.count <= CommandedPose.maxJoints else {
            throw value.error(
                "`\(value.name)` lists \(list.count) joints; \(CommandedPose.maxJoints) are taken at most")
        }
        var joints: [ArmPose.Joint] = []
        for value in list { joints.append(try joint(value)) }
        return joints
    }

    private func joint(_ value: YamlValue) throws(FileError) -> ArmPose.Joint {
        let section = try value.section([
            "turn", "move", "angle", "length", "by", "unit", "zero", "frame", "rate", "error", "holds", "home",
        ])
        let kind: ArmPose.Kind
        switch (section["turn"], section["move"]) {
        case (.some, nil): kind = .turn
        case (nil, .some): kind = .move
        case (nil, nil): throw value.error("a joint has neither `turn` nor `move`; add one, with its axis: x, y or z")
        case (.some, .some(let move)):
            throw move.error("`\(move.name)` and `turn` exclude each other; keep one")
        }
        let axis = try section.required(kind.rawValue).word(["x": ArmPose.Axis.x, "y": .y, "z": .z])
        return ArmPose.Joint(kind, axis, try motion(section, kind))
    }

    private func motion(_ section: YamlSection, _ kind: ArmPose.Kind) throws(FileError) -> ArmPose.Motion {
        let size = kind == .turn ? PoseQuantity.angle : .length
        let fixed = kind == .turn ? "angle" : "length"
        guard let by = section["by"] else {
            try refuse(["angle", "length"].filter { $0 != fixed }, in: section, "is not for `\(kind.rawValue)`")
            try refuse(
                ["unit", "zero", "frame", "rate", "error", "holds", "home"], in: section, "is for a joint with `by`")
            return .fixed(try size.value(section.required(fixed)))
        }
        try refuse(["angle", "length"], in: section, "stands beside `by`")
        let channel = try self.channel(by)
        let profile = arm.profiles[channel]
        if profile.mode == .position {
            try refuse(
                ["frame", "rate", "error", "holds", "home"], in: section,
                "is for a velocity, and \(profile.name) is a position")
            let unit = try self.unit(section.required("unit"), size)
            let zero = try section["zero"].map { (value) throws(FileError) in try number(value, profile) }
            return .position(channel, zero: zero ?? profile.range.zero, unit: unit)
        }
        try refuse(["unit", "zero"], in: section, "is for a position, and \(profile.name) is a velocity")
        let home = try section["home"].map { (value) throws(FileError) in try action(value) }
        if let frame = section["frame"] {
            try refuse(["rate", "holds"], in: section, "stands beside `frame`")
            return .frames(
                channel, each: try unit(frame, size),
                error: try size.value(section.required("error"), isPositive: true),
                home: home)
        }
        guard let rate = section["rate"] else {
            throw section.value.error(
                "\(profile.name) is a velocity: add `frame`, what each frame moves, or `rate`, what a unit of its number "
                    + "moves in a second")
        }
        return .rate(
            channel, unit: try unit(rate, kind == .turn ? .rate : .speed),
            error: try section.required("error").percent(in: 1...100),
            holds: try holds(section, profile), home: home)
    }

    /// How long a velocity's number holds: as a rule until three heartbeats have failed, when its firmware stops it.
    func holds(_ section: YamlSection, _ profile: ChannelProfile) throws(FileError) -> TimeSpan {
        if let value = section["holds"] { return try value.duration(in: TimeSpan.milliseconds(1)...Self.longestHold) }
        return profile.heartbeat.map { $0 * 3 } ?? Self.longestHold
    }

    private func refuse(_ keys: [String], in section: YamlSection, _ why: String) throws(FileError) {
        for key in keys {
            guard let value = section[key] else { continue }
            throw value.error("`\(value.name)` \(why); take it out")
        }
    }

    /// What a unit moves; zero would move nothing.
    private func unit(_ value: YamlValue, _ quantity: PoseQuantity) throws(FileError) -> Double {
        let unit = try quantity.value(value)
        guard unit != 0 else { throw value.error("`\(value.name)` is zero, and the joint would not move; correct it") }
        return unit
    }

    /// A number of a position, also outside of its range: an angle of 0 may be beyond what a servo reaches.
    private func number(_ value: YamlValue, _ profile: ChannelProfile) throws(FileError) -> Int32 {
        let decimals = profile.range.decimals
        let expected = "a number of \(profile.name) with \(decimals) digits after the point at most"
        guard let units = try value.number(expected: expected).units(decimals: decimals),
            let number = Int32(exactly: units)
        else { throw value.mismatch(expected: expected) }
        return number
    }

    /// The channel of a name; an action moves nothing by a number.
    func channel(_ value: YamlValue) throws(FileError) -> Channel {
        let names = arm.movingChannels.map { arm.profiles[$0].name }
        let name = try value.text(expected: "the name of a channel, such as `\(names.first ?? "base")`")
        guard let channel = arm.channel(named: name), arm.profiles[channel].action == nil else {
            throw value.error(
                "`\(SafeText.escaped(name))` is no channel of this arm"
                    + Spelling.hint(name, among: names, then: "it has " + names.joined(separator: ", ")))
        }
        return channel
    }

    /// An action that moves.
    private func action(_ value: YamlValue) throws(FileError) -> Channel {
        let names = arm.profiles.list.filter { $0.action != nil && $0.mode != .signal }.map(\.name)
        let name = try value.text(expected: "the name of an action")
        guard names.contains(name), let channel = arm.channel(named: name) else {
            throw value.error(
                "`\(SafeText.escaped(name))` is no action of this arm that moves" + Spelling.hint(name, among: names))
        }
        return channel
    }
}
