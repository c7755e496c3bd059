internal import WaldoCore

/// Parses and validates a mapping file.
struct MappingReader {
    private var codes = CodeReader()

    static func mapping(from text: String, file: String) throws(FileError) -> Mapping {
        let root = try YamlDocument.root(of: text, file: file)
        let top = try root.section(["name", "match", "slider", "joystick", "keys"])
        var reader = MappingReader()
        return Mapping(
            name: try top.required("name").title(), match: try reader.match(top.required("match")),
            slider: try reader.slider(top.required("slider")), joystick: try reader.joystick(top.required("joystick")),
            keys: try reader.keys(top.required("keys")))
    }

    // MARK: match

    private func match(_ value: YamlValue) throws(FileError) -> InputMatch {
        let section = try value.section(["kind", "bus", "vendor", "product", "codes"])
        var match = InputMatch(kind: try section.required("kind").word(["gamepad": .gamepad, "keyboard": .keyboard]))
        match.bus = try section["bus"]?.word(["usb": 3, "bluetooth": 5])
        match.vendor = try section["vendor"].map { (id) throws(FileError) in UInt16(try id.integer(in: 0...0xffff)) }
        for product in section["product"]?.oneOrMore ?? [] {
            match.products.append(UInt16(try product.integer(in: 0...0xffff)))
        }
        if let product = section["product"], match.vendor == nil {
            throw product.error("`\(product.name)` says nothing without its `vendor`; add it")
        }
        for code in section["codes"]?.oneOrMore ?? [] {
            let expected = "an axis, key or button by its kernel name, such as `ABS_RX` or `BTN_EAST`"
            let name = try code.text(expected: expected)
            if let axis = EvdevNames.axis(named: name) {
                match.axes.append(axis)
            } else if let key = EvdevNames.key(named: name) {
                match.keyCodes.append(key)
            } else {
                let names = EvdevNames.axisNames + EvdevNames.keyNames
                throw code.mismatch(expected: expected + Spelling.hint(name, among: names))
            }
        }
        return match
    }

    // MARK: slider

    private mutating func slider(_ value: YamlValue) throws(FileError) -> SliderMapping {
        let section = try value.section([
            "axis", "invert", "rest", "forward", "backward", "dead zone", "expo", "speed",
        ])
        let source = try sliderSource(section)
        let isAxis = if case .keys = source { false } else { true }
        return SliderMapping(source, shaping: try shaping(section, isAxis: isAxis), speed: try speed(section))
    }

    private mutating func sliderSource(_ section: YamlSection) throws(FileError) -> SliderMapping.Source {
        let halves = ["forward", "backward"]
        guard section["axis"] == nil else {
            try refuse(halves, in: section, beside: "axis")
            return .axis(try codes.axis(section))
        }
        try refuse(["invert", "rest"], in: section, beside: "forward")
        guard section["forward"] != nil || section["backward"] != nil else {
            throw section.value.error("`slider` has neither `axis` nor `forward` and `backward`; add one or the other")
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

    // MARK: joystick

    private mutating func joystick(_ value: YamlValue) throws(FileError) -> JoystickMapping {
        let section = try value.section([
            "x", "y", "up", "down", "left", "right", "behaviour", "clutch", "gate", "dead zone", "expo", "speed",
        ])
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
            shaping: try shaping(section, isAxis: isAxis), speed: try speed(section))
    }

    private mutating func joystickSource(_ section: YamlSection) throws(FileError) -> JoystickMapping.Source {
        guard section["x"] == nil && section["y"] == nil else {
            try refuse(["up", "down", "left", "right"], in: section, beside: "x")
            return .axes(x: try codes.axis(section.required("x")), y: try codes.axis(section.required("y")))
        }
        guard ["up", "down", "left", "right"].contains(where: { section[$0] != nil }) else {
            throw section.value.error(
                "`joystick` has neither `x` and `y` nor `up`, `down`, `left` and `right`; add one or the other")
        }
        return .keys(
            up: try codes.keys(section.required("up")), down: try codes.keys(section.required("down")),
            left: try codes.keys(section.required("left")), right: try codes.keys(section.required("right")))
    }

    // MARK: keys and numbers

    private mutating func keys(_ value: YamlValue) throws(FileError) -> OperatorKeys {
        let section = try value.section(["stop", "resume", "recentre", "enable"])
        return OperatorKeys(
            stop: try codes.keys(section.required("stop")), resume: try codes.keys(section.required("resume")),
            recentre: try section["recentre"].map { (value) throws(FileError) in try codes.keys(value) } ?? [],
            enable: try section["enable"].map { (value) throws(FileError) in try codes.keys(value) } ?? [])
    }

    private func refuse(_ keys: [String], in section: YamlSection, beside other: String) throws(FileError) {
        for key in keys {
            guard let value = section[key] else { continue }
            throw value.error("`\(value.name)` does not go together with `\(other)`; keep one of them")
        }
    }

    /// An axis never rests exactly at its nominal position, so its dead zone is 10 % by default.
    private func shaping(_ section: YamlSection, isAxis: Bool) throws(FileError) -> Shaping {
        Shaping(
            deadZone: try section["dead zone"]?.percent(in: 0...90) ?? (isAxis ? 0.1 : 0),
            expo: try section["expo"]?.percent(in: 0...100) ?? 0)
    }

    private func speed(_ section: YamlSection) throws(FileError) -> Double {
        guard let value = section["speed"] else { return 0.5 }
        let expected = "full scales a second, from 0.01 to 10"
        let speed = try value.number(expected: expected).value
        guard (0.01...10).contains(speed) else { throw value.mismatch(expected: expected) }
        return speed
    }
}
