internal import WaldoCore
internal import WaldoFiles
internal import WaldoTerminal

extension Mapping {
    /// What its axes and keys do with an arm, for the operator: "RZ forward", "arrows joystick", "SPACE stop". Those of
    /// controls that move none of its channels do nothing, and are left out.
    func help(for arm: Arm) -> [DashboardView.KeyHelp] {
        var help: [DashboardView.KeyHelp] = []
        func add(_ names: [String], _ action: String, isOperators: Bool = false) {
            if !names.isEmpty { help.append(.init(names, action, isOperators: isOperators)) }
        }
        for control in controls where arm.follows(control) {
            // A lone slider needs no name.
            let isAlone = control.name == "slider"
            switch control.kind {
            case .slider(let slider, _):
                switch slider.source {
                case .axis(let axis): add([name(axis)], control.name)
                case .halves(let forward, let backward):
                    add([name(forward)], isAlone ? "forward" : control.name + " +")
                    add([name(backward)], isAlone ? "back" : control.name + " -")
                case .keys(let forward, let backward):
                    add(forward.map(name), isAlone ? "forward" : control.name + " +")
                    add(backward.map(name), isAlone ? "back" : control.name + " -")
                }
            case .joystick(let joystick, _, _):
                switch joystick.source {
                case .axes(let x, let y): add(["\(name(x)) \(name(y))"], control.name)
                case .keys([], [], [], []): break
                case .keys(let up, let down, let left, let right):
                    let four = [up, down, left, right].compactMap(\.first).map(name).joined(separator: " ")
                    add([four == "UP DOWN LEFT RIGHT" ? "arrows" : four], control.name)
                }
                add(joystick.clutch.map(name), "clutch")
            case .button(let keys): add(keys.map(name), control.name)
            }
        }
        add(keys.enable.map(name), "enable", isOperators: true)
        add(keys.stop.map(name), "stop", isOperators: true)
        add(keys.resume.map(name), "resume", isOperators: true)
        add(keys.recentre.map(name), "recentre", isOperators: true)
        add(keys.precise.map(name), "precise", isOperators: true)
        add(keys.profile.map(name), "profile", isOperators: true)
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

extension Arm {
    /// Whether a control moves one of the arm's channels, or sends one of its actions.
    fileprivate func follows(_ control: ControlMapping) -> Bool {
        control.isButton
            ? action(named: control.name) != nil : control.references.contains { channel($0.channel) != nil }
    }
}
