internal import WaldoCore
internal import WaldoFiles
internal import WaldoTerminal

extension Mapping {
    /// What its axes and keys do, for the operator: "RZ forward", "arrows joystick", "SPACE stop".
    var controls: [DashboardView.KeyHelp] {
        var help: [DashboardView.KeyHelp] = []
        func add(_ names: [String], _ action: String) {
            if !names.isEmpty { help.append(.init(names, action)) }
        }
        switch slider.source {
        case .axis(let axis): add([name(axis)], "slider")
        case .halves(let forward, let backward):
            add([name(forward)], "forward")
            add([name(backward)], "back")
        case .keys(let forward, let backward):
            add(forward.map(name), "forward")
            add(backward.map(name), "back")
        }
        switch joystick.source {
        case .axes(let x, let y): add(["\(name(x)) \(name(y))"], "joystick")
        case .keys(let up, let down, let left, let right):
            let four = [up, down, left, right].compactMap(\.first).map(name).joined(separator: " ")
            add([four == "UP DOWN LEFT RIGHT" ? "arrows" : four], "joystick")
        }
        add(joystick.clutch.map(name), "clutch")
        add(keys.enable.map(name), "enable")
        add(keys.stop.map(name), "stop")
        add(keys.resume.map(name), "resume")
        add(keys.recentre.map(name), "recentre")
        return help
    }

    private func name(_ axis: AxisSource) -> String { Self.short(EvdevNames.axis(axis.code)) }

    private func name(_ key: UInt16) -> String { Self.short(EvdevNames.key(key)) }

    /// The kernel's name without its prefix.
    private static func short(_ name: String) -> String {
        for kind in ["KEY_", "BTN_", "ABS_"] where name.hasPrefix(kind) { return String(name.dropFirst(4)) }
        return name
    }
}
