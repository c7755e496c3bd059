import WaldoCore
import WaldoFiles
import WaldoTerminal

extension Mapping {
    /// What its axes and keys do with an arm, for the operator: "RT forward", "arrows joystick", "Space stop", with the
    /// kernel's names. Those of controls that move none of its channels do nothing, and are left out.
    /// - Parameter names: what they are called; nil: as on any input that it may be for.
    func help(for arm: Arm, _ names: ControlNames? = nil) -> [DashboardView.KeyHelp] {
        let names = names ?? ControlNames(self)
        var help: [DashboardView.KeyHelp] = []
        func add(_ shown: [String], _ codes: [String], _ action: String, isOperators: Bool = false) {
            guard !shown.isEmpty else { return }
            // A keyboard's names are nearly the kernel's own.
            let isPad = codes.contains { !$0.hasPrefix("KEY_") }
            help.append(
                .init(shown, action, isOperators: isOperators, codes: isPad ? codes.joined(separator: " ") : ""))
        }
        func add(_ keys: [UInt16], _ action: String, isOperators: Bool = false) {
            add(keys.map(names.key), keys.map(EvdevNames.key), action, isOperators: isOperators)
        }
        func add(_ axis: AxisSource, _ action: String) {
            add([names.axis(axis)], [EvdevNames.axis(axis.code)], action)
        }
        for control in controls where arm.follows(control) {
            let name = control.name(on: arm)
            // "slider +" says less than "forward".
            let (ahead, back) = name == "slider" ? ("forward", "back") : (name + " +", name + " -")
            switch control.kind {
            case .slider(let slider, _):
                switch slider.source {
                case .axis(let axis): add(axis, name)
                case .halves(let forward, let backward):
                    add(forward, ahead)
                    add(backward, back)
                case .keys(let forward, let backward):
                    add(forward, ahead)
                    add(backward, back)
                }
            case .joystick(let joystick, _, _):
                switch joystick.source {
                case .axes(let x, let y):
                    add([names.axes(x, y)], [x, y].map { EvdevNames.axis($0.code) }, control.name)
                case .keys([], [], [], []): break
                case .keys(let up, let down, let left, let right):
                    let four = [up, down, left, right].compactMap(\.first)
                    add([names.keys(four)], four.map(EvdevNames.key), control.name)
                }
                add(joystick.clutch, "clutch")
            case .button(let keys): add(keys, control.name)
            }
        }
        add(keys.enable, "enable", isOperators: true)
        add(keys.stop, "stop", isOperators: true)
        add(keys.resume, "resume", isOperators: true)
        add(keys.recentre, "recentre", isOperators: true)
        add(keys.precise, "precise", isOperators: true)
        add(keys.profile, "profile", isOperators: true)
        add(keys.park, "park", isOperators: true)
        return help
    }
}

extension ControlMapping {
    /// Its name on screens: a slider that is bound to a place among the channels has the name of the channel there.
    func name(on arm: Arm) -> String {
        guard isSlider, let reference = references.first?.channel, reference.isIndex,
            let channel = arm.channel(reference)
        else { return name }
        return arm.profiles[channel].name
    }
}

extension Arm {
    /// Whether a control moves one of the arm's channels, or sends one of its actions.
    fileprivate func follows(_ control: ControlMapping) -> Bool {
        control.isButton
            ? action(named: control.name) != nil : control.references.contains { has($0.channel) }
    }
}
