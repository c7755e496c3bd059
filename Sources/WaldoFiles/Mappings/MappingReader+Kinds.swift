import WaldoCore

/// What moves a slider, and what moves a joystick.
extension MappingReader {
    // MARK: slider

    static let sliderKeys = [
        "input", "axis", "invert", "rest", "centre", "forward", "backward", "behaviour", "step", "dead zone", "expo",
        "speed",
    ]

    mutating func slider(_ value: YamlValue) throws(FileError) -> SliderMapping {
        try slider(value.section(Self.sliderKeys))
    }

    mutating func slider(_ section: YamlSection) throws(FileError) -> SliderMapping {
        let source = try sliderSource(section)
        let isAxis = if case .keys = source { false } else { true }, isKeys = !isAxis && section["input"] == nil
        let behaviour: SliderMapping.Behaviour =
            try section["behaviour"]?.word(["rate": .rate, "spring": .spring, "hold": .hold, "step": .step]) ?? .rate
        if !isKeys, behaviour == .hold || behaviour == .step, let value = section["behaviour"] {
            throw value.error("`\(value.name)` is for keys as `forward` and `backward`; take `rate` or `spring`")
        }
        if let value = section["step"], behaviour != .step {
            throw value.error("`\(value.name)` is for `behaviour: step`; take it out, or set that")
        }
        return SliderMapping(
            source, behaviour: behaviour, step: try section["step"]?.percent(in: 1...100) ?? 0.1,
            shaping: try shaping(section, isAxis: isAxis), speed: try speed(section))
    }

    private mutating func sliderSource(_ section: YamlSection) throws(FileError) -> SliderMapping.Source {
        let halves = ["forward", "backward"]
        if let input = section["input"] {
            try none(input, refusing: ["axis", "invert", "rest", "centre"] + halves, in: section)
            return .keys(forward: [], backward: [])
        }
        guard section["axis"] == nil else {
            try refuse(halves, in: section, beside: "axis")
            return .axis(try codes.axis(section))
        }
        try refuse(["invert", "rest", "centre"], in: section, beside: "forward")
        guard section["forward"] != nil || section["backward"] != nil else {
            throw section.value.error(
                "`\(section.value.name)` has neither `axis` nor `forward` and `backward`; add one or the other",
                fix: .addKey("axis"))
        }
        let forward = try section.required("forward"), backward = try section.required("backward")
        guard CodeReader.isAxis(forward) == CodeReader.isAxis(backward) else {
            throw backward.error("`forward` and `backward` are an axis and keys; take two axes or keys for both")
        }
        guard CodeReader.isAxis(forward) else {
            return .keys(forward: try codes.keys(forward), backward: try codes.keys(backward))
        }
        return .halves(forward: try half(forward), backward: try half(backward))
    }

    /// Reads an axis that moves the slider one way, such as a trigger. It must rest at one end of its range: from the
    /// middle it would move both ways.
    private mutating func half(_ value: YamlValue) throws(FileError) -> AxisSource {
        let source = try codes.axis(value, rest: .minimum)
        guard source.rest != .centre, !source.invert else {
            throw value.error(
                "`\(value.name)` is half a slider and rests at an end: `rest: min` or `rest: max`, not inverted")
        }
        return source
    }

    /// `input: none`: nothing but a panel moves the control.
    private func none(_ input: YamlValue, refusing keys: [String], in section: YamlSection) throws(FileError) {
        _ = try input.word(["none": true])
        try refuse(keys, in: section, beside: "input")
    }

    // MARK: joystick

    static let joystickKeys = [
        "input", "x", "y", "up", "down", "left", "right", "behaviour", "clutch", "gate", "snap", "dead zone", "expo",
        "speed",
    ]

    mutating func joystick(_ value: YamlValue) throws(FileError) -> JoystickMapping {
        try joystick(value.section(Self.joystickKeys))
    }

    mutating func joystick(_ section: YamlSection) throws(FileError) -> JoystickMapping {
        let source = try joystickSource(section)
        let behaviour: JoystickMapping.Behaviour =
            try section["behaviour"]?.word(["hold": .hold, "rate": .rate, "spring": .spring]) ?? .rate
        let clutch = try section["clutch"].map { (value) throws(FileError) in try codes.keys(value) } ?? []
        if let value = section["clutch"], behaviour != .hold {
            throw value.error("`\(value.name)` is for `behaviour: hold`; take it out, or set that")
        }
        let isAxis = if case .axes = source { true } else { false }
        if behaviour == .hold, clutch.isEmpty, isAxis, let value = section["behaviour"] {
            throw value.error(
                "a stick springs back and would take a held position with it; add `clutch` with the key that holds it")
        }
        return JoystickMapping(
            source, behaviour: behaviour, clutch: clutch,
            gate: try section["gate"]?.word(["circle": .circle, "square": .square]) ?? .circle,
            snap: try snap(section, isAxis: isAxis), shaping: try shaping(section, isAxis: isAxis),
            speed: try speed(section))
    }

    /// The band of the axial snap in degrees.
    private func snap(_ section: YamlSection, isAxis: Bool) throws(FileError) -> Double {
        guard let value = section["snap"] else { return 0 }
        guard isAxis else { throw value.error("`\(value.name)` is for a stick; keys move along one axis anyway") }
        let degrees = try PoseQuantity.angle.value(value)
        guard (0...40).contains(degrees) else { throw value.mismatch(expected: "an angle from `0 deg` to `40 deg`") }
        return degrees
    }

    private mutating func joystickSource(_ section: YamlSection) throws(FileError) -> JoystickMapping.Source {
        if let input = section["input"] {
            try none(input, refusing: ["x", "y", "up", "down", "left", "right", "clutch"], in: section)
            return .keys(up: [], down: [], left: [], right: [])
        }
        guard section["x"] == nil && section["y"] == nil else {
            try refuse(["up", "down", "left", "right"], in: section, beside: "x")
            return .axes(x: try codes.axis(section.required("x")), y: try codes.axis(section.required("y")))
        }
        guard ["up", "down", "left", "right"].contains(where: { section[$0] != nil }) else {
            throw section.value.error(
                "`\(section.value.name)` has neither `x` and `y` nor `up`, `down`, `left` and `right`; add one or the other",
                fix: .addKey("x")
            )
        }
        return .keys(
            up: try codes.keys(section.required("up")), down: try codes.keys(section.required("down")),
            left: try codes.keys(section.required("left")), right: try codes.keys(section.required("right")))
    }
}
