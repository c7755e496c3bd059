import WaldoCore
import WaldoTime

/// Reads `model` of an arm file: what the arm does with its commands, for its simulation. What it leaves out is as in
/// `ArmModel.standard(of:)`.
struct ModelReader {
    /// The arm with its pose, whose channels it may name.
    let arm: Arm

    func model(_ value: YamlValue) throws(FileError) -> ArmModel {
        let section = try value.section(["source", "parser", "buffer", "byte", "watchdog", "channels"])
        var model = ArmModel.standard(of: arm)
        model.source = try section["source"]?.title()
        model.parser = try section["parser"].map { (value) throws(FileError) in try parser(value) } ?? .frames
        model.buffer = try section["buffer"]?.integer(in: 1...ArmModel.maxBytes) ?? model.buffer
        model.byteTime =
            try section["byte"]?.duration(in: TimeSpan.microseconds(1)...TimeSpan.milliseconds(100)) ?? .zero
        if let value = section["watchdog"] { try setWatchdog(value, &model) }
        guard let channels = section["channels"] else { return model }
        let names = arm.movingChannels.map { arm.profiles[$0].name }
        let listed = try YamlSection(names: channels, expected: "channels by name") {
            (location, name) throws(FileError) in
            guard !names.contains(name) else { return }
            throw location.error(
                "`\(SafeText.escaped(name))` is no channel of this arm"
                    + Spelling.hint(name, among: names, then: "it has " + names.joined(separator: ", ")))
        }
        for channel in arm.movingChannels {
            guard let value = listed[arm.profiles[channel].name] else { continue }
            model.behaviours[channel.index] = try behaviour(channel, value, model.behaviours[channel.index])
        }
        return model
    }

    private func parser(_ value: YamlValue) throws(FileError) -> ArmModel.Parser {
        let parser = try value.word(["frames": ArmModel.Parser.frames, "sketch": .sketch])
        guard parser == .sketch, arm.sketchCommands == nil else { return parser }
        throw value.error(
            "`\(value.name)` is `sketch`, which reads a letter, a number and one end mark, and this arm has other "
                + "frames; write `frames`")
    }

    private func setWatchdog(_ value: YamlValue, _ model: inout ArmModel) throws(FileError) {
        let span =
            value.text == "none"
            ? nil : try value.duration(in: TimeSpan.milliseconds(1)...TimeSpan.seconds(3_600), or: "`none`")
        let velocities = arm.movingChannels.filter { arm.profiles[$0].mode == .velocity }
        guard !velocities.isEmpty else {
            throw value.error("`\(value.name)` stops velocities, and no channel is one; take it out")
        }
        for channel in velocities { model.behaviours[channel.index].watchdog = span }
    }

    private func behaviour(
        _ channel: Channel, _ value: YamlValue, _ standard: ArmModel.Behaviour
    ) throws(FileError) -> ArmModel.Behaviour {
        let section = try value.section([
            "frame", "step", "takes", "rate", "speed", "delay", "limits", "start", "home", "deaf",
        ])
        let profile = arm.profiles[channel], isVelocity = profile.mode == .velocity
        for key in isVelocity ? ["speed", "delay", "home"] : ["frame", "step", "rate"] {
            guard let value = section[key] else { continue }
            throw value.error(
                "`\(value.name)` is for a \(isVelocity ? "position" : "velocity"), and \(profile.name) is a "
                    + "\(isVelocity ? "velocity" : "position"); take it out")
        }
        if let drive = arm.pose?.drive, channel == drive.first.channel || channel == drive.second.channel {
            for key in ["frame", "step", "takes", "limits"] {
                guard let value = section[key] else { continue }
                throw value.error("`\(value.name)` is not for a wheel, which has a `rate` and no ends; take it out")
            }
        }
        var behaviour = standard
        behaviour.motion =
            isVelocity
            ? try velocity(section, channel, standard.motion) : try position(section, profile, standard.motion)
        let unit = ModelWay(channel, of: arm)
        behaviour.start =
            try section["start"].map { (value) throws(FileError) in try unit.position(value) } ?? standard.start
        behaviour.home = try section["home"].map { (value) throws(FileError) in try unit.position(value) }
        if let value = section["deaf"] { behaviour.deaf = try deafness(value) }
        if let value = section["deaf"], case .rate = behaviour.motion, behaviour.deaf == .moving {
            throw value.error("`\(value.name)` is `true`, and a velocity with a `rate` has no end; write for how long")
        }
        if let value = section["limits"] {
            let expected = "the two ends, the lower one first, such as `\(unit.example)`"
            let ends = try value.list(expected: expected)
            guard ends.count == 2 else { throw value.mismatch(expected: expected) }
            let low = try unit.position(ends[0]), high = try unit.position(ends[1])
            guard low < high else {
                let fault = low == high ? "one number twice" : "inside out"
                throw value.error("`\(value.name)` is \(fault); expected \(expected)")
            }
            guard low...high ~= behaviour.start, behaviour.home.map({ low...high ~= $0 }) ?? true else {
                throw value.error("`\(value.name)` leaves out where \(profile.name) starts or has its home; widen it")
            }
            behaviour.limits = low...high
        }
        return behaviour
    }

    private func deafness(_ value: YamlValue) throws(FileError) -> ArmModel.Deafness {
        switch value.text {
        case "true": .moving
        case "false": .never
        default: .span(try value.duration(in: TimeSpan.milliseconds(1)...TimeSpan.seconds(60), or: "`true`, `false`"))
        }
    }

    private func velocity(
        _ section: YamlSection, _ channel: Channel, _ standard: ArmModel.Motion
    ) throws(FileError) -> ArmModel.Motion {
        let unit = ModelWay(channel, of: arm)
        if let rate = section["rate"] {
            for key in ["frame", "step", "takes"] {
                guard let value = section[key] else { continue }
                throw value.error("`\(value.name)` and `rate` exclude each other; keep one")
            }
            return .rate(try unit.rate(rate))
        }
        let isGiven = ["frame", "step", "takes"].contains { section[$0] != nil }
        guard isGiven else { return standard }
        var (steps, length, takes): ([Int32], Double?, TimeSpan?) = ([1], nil, nil)
        if case .frames(let count, let distance, let time) = standard {
            (steps, length, takes) = (count, distance, time)
        }
        if let value = section["frame"] {
            let list = value.oneOrMore
            guard (1...16).contains(list.count) else {
                throw value.mismatch(expected: "1 to 16 numbers of steps, which frames take in turn")
            }
            steps = []
            for step in list { steps.append(Int32(try step.integer(in: 1...10_000))) }
        }
        if let value = section["step"] { length = try unit.step(value) }
        if let value = section["takes"] { takes = try time(value) }
        guard let length else {
            throw section.value.error("`\(section.value.name)` has no `step`, the way of one; add it")
        }
        guard let takes else {
            throw section.value.error("`\(section.value.name)` has no `takes`, the time of a step; add it")
        }
        return .frames(steps: steps, length: length, takes: takes)
    }

    private func position(
        _ section: YamlSection, _ profile: ChannelProfile, _ standard: ArmModel.Motion
    ) throws(FileError) -> ArmModel.Motion {
        guard case .position(var takes, var delay) = standard else { return standard }
        let scale = Double.ten(to: profile.range.decimals)
        if let value = section["takes"] { takes = Double(try time(value).microseconds) / scale }
        if let value = section["speed"] {
            if let takes = section["takes"] {
                throw takes.error("`\(takes.name)` and `speed` exclude each other; keep one")
            }
            let expected = "units a second, more than 0 and 1,000,000 at most"
            let speed = try value.number(expected: expected).value
            guard speed > 0, speed <= 1_000_000 else { throw value.mismatch(expected: expected) }
            takes = 1_000_000 / (speed * scale)
        }
        if let value = section["delay"] { delay = try value.duration(in: TimeSpan.zero...TimeSpan.seconds(60)) }
        return .position(takes: takes, delay: delay)
    }

    private func time(_ value: YamlValue) throws(FileError) -> TimeSpan {
        try value.duration(in: TimeSpan.microseconds(1)...TimeSpan.seconds(60))
    }
}
