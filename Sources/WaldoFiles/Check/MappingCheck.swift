import WaldoCore

/// Lists the inputs that move each control, for `waldo check`.
enum MappingCheck {
    static func text(_ mapping: Mapping) -> String {
        var lines = ["mapping “\(mapping.name)”", "  for       \(match(mapping.match))"]
        for control in mapping.controls {
            let lead = "  " + control.name.padded(to: 8) + "  "
            switch control.kind {
            case .slider(let slider, let channel):
                lines.append(lead + source(slider.source) + moves(control, [(nil, channel)]))
                lines.append("            \(behaviour(slider))\(shaping(slider.shaping, slider.speed))")
            case .joystick(let joystick, let x, let y):
                lines.append(lead + source(joystick.source) + moves(control, [("x", x), ("y", y)]))
                lines.append("            \(behaviour(joystick)), \(shaping(joystick.shaping, joystick.speed))")
            case .button(let codes): lines.append("\(lead)\(codes.isEmpty ? onlyPanel : keys(codes)), sends the action")
            }
        }
        for profile in mapping.profiles {
            let names = profile.controls.map { mapping.controls[$0.index].name }.joined(separator: ", ")
            lines.append("  profile   \(profile.name): \(names)")
        }
        lines.append("  stop      \(keys(mapping.keys.stop))")
        lines.append("  resume    \(keys(mapping.keys.resume))")
        if !mapping.keys.recentre.isEmpty { lines.append("  recentre  \(keys(mapping.keys.recentre)), held 0.5 s") }
        if !mapping.keys.enable.isEmpty { lines.append("  enable    \(keys(mapping.keys.enable)), held while driving") }
        if !mapping.keys.precise.isEmpty {
            lines.append(
                "  precise   \(keys(mapping.keys.precise)), held for \(percent(mapping.keys.factor)) of the speed")
        }
        if !mapping.keys.profile.isEmpty {
            lines.append("  change    \(keys(mapping.keys.profile)), to the next profile")
        }
        if !mapping.keys.park.isEmpty { lines.append("  park      \(keys(mapping.keys.park)), then the drive ends") }
        if !mapping.rumbles { lines.append("  rumble    off") }
        if let limit = mapping.silence {
            lines.append("  silence   a deflection that stays unchanged for \(TimeText.text(limit)) halts the arm")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The channels that a control moves; nothing for the default arm's, which have their usual controls.
    private static func moves(_ control: ControlMapping, _ channels: [(axis: String?, ChannelReference?)]) -> String {
        let usual: [ChannelReference?] = control.isSlider ? [.name("slider")] : [.name("zx"), .name("zy")]
        guard channels.map(\.1) != usual else { return "" }
        let names = channels.compactMap { axis, channel in channel.map { (axis.map { $0 + " " } ?? "") + $0.text } }
        return ", moves " + names.joined(separator: ", ")
    }

    private static func behaviour(_ slider: SliderMapping) -> String {
        switch slider.behaviour {
        case .rate: ""
        case .spring: "spring, "
        case .hold: "hold, "
        case .step: "step \(percent(slider.step)), "
        }
    }

    private static func match(_ match: InputMatch) -> String {
        var text =
            switch match.kind {
            case .gamepad: "a gamepad"
            case .keyboard: "a keyboard"
            case nil: "another input"
            }
        switch match.bus {
        case 3: text += " on USB"
        case 5: text += " on Bluetooth"
        case let bus?: text += " on bus \(bus)"
        case nil: break
        }
        if let vendor = match.vendor { text += ", vendor \(hex(vendor))" }
        if !match.products.isEmpty { text += ", product \(match.products.map(hex).joined(separator: " or "))" }
        let codes = match.axes.map(EvdevNames.axis) + match.keyCodes.map(EvdevNames.key)
        return codes.isEmpty ? text : text + " with " + codes.joined(separator: ", ")
    }

    private static func hex(_ id: UInt16) -> String { "0x" + HexText.text(of: id) }

    private static let onlyPanel = "by a panel only"

    private static func source(_ source: SliderMapping.Source) -> String {
        switch source {
        case .axis(let source): axis(source)
        case .halves(let forward, let backward): "forward \(axis(forward)), backward \(axis(backward))"
        case .keys([], []): onlyPanel
        case .keys(let forward, let backward): "forward \(keys(forward)), backward \(keys(backward))"
        }
    }

    private static func source(_ source: JoystickMapping.Source) -> String {
        switch source {
        case .axes(let x, let y): "x \(axis(x)), y \(axis(y))"
        case .keys([], [], [], []): onlyPanel
        case .keys(let up, let down, let left, let right):
            "up \(keys(up)), down \(keys(down)), left \(keys(left)), right \(keys(right))"
        }
    }

    private static func axis(_ source: AxisSource) -> String {
        var text = EvdevNames.axis(source.code)
        switch source.rest {
        case .minimum: text += " (rests at its minimum"
        case .centre: text += source.centre.map { " (rests at \($0)" } ?? " (rests in the middle"
        case .maximum: text += " (rests at its maximum"
        }
        return text + (source.invert ? ", inverted)" : ")")
    }

    private static func keys(_ codes: [UInt16]) -> String { codes.map(EvdevNames.key).joined(separator: " or ") }

    private static func behaviour(_ joystick: JoystickMapping) -> String {
        let snap = joystick.snap == 0 ? "" : ", snaps within \(PoseQuantity.angle.text(joystick.snap)) of an axis"
        let gate = (joystick.gate == .square ? ", square gate" : "") + snap
        switch joystick.behaviour {
        case .rate: return "rate" + gate
        case .spring: return "spring" + gate
        case .hold: return "hold" + (joystick.clutch.isEmpty ? "" : " while \(keys(joystick.clutch)) is down") + gate
        }
    }

    private static func shaping(_ shaping: Shaping, _ speed: Double) -> String {
        "dead zone \(percent(shaping.deadZone)), expo \(percent(shaping.expo)), "
            + "\(DecimalText.trimmed(Int64((speed * 1e6).rounded()), decimals: 6)) full scales a second"
    }

    private static func percent(_ part: Double) -> String {
        DecimalText.trimmed(Int64((part * 1e6).rounded()), decimals: 4) + " %"
    }
}
