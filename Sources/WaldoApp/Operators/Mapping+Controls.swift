import WaldoCore
import WaldoFiles
import WaldoTerminal

extension Mapping {
    /// What its axes and keys do with an arm, for the operator: "RT forward", "arrows joystick", "Space stop", with the
    /// kernel's names. Those of controls that move none of its channels do nothing, and are left out.
    /// - Parameters:
    ///   - names: what they are called; nil: as on any input that it may be for.
    ///   - isLive: whether the profile in force has a control.
    func help(
        for arm: Arm, _ names: ControlNames? = nil, isLive: (Control) -> Bool = { _ in true }
    ) -> [DashboardView.KeyHelp] {
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
        /// An axis of a stick and its channel: "D-pad <-> yaw".
        func add(alone axis: AxisSource, _ action: String) {
            let name = names.axis(axis), direction = name.hasSuffix(" x") ? "<-> " : name.hasSuffix(" y") ? "^v " : ""
            let shown = direction.isEmpty ? name : String(name.dropLast(2))
            add([shown], [EvdevNames.axis(axis.code)], direction + action)
        }
        for (id, control) in zip(allControls, controls) where arm.follows(control) {
            let first = help.count, name = control.name(on: arm)
            // "slider +" says less than "forward".
            let (ahead, back) = name == "slider" ? ("forward", "back") : (name + " +", name + " -")
            switch control.kind {
            case .slider(let slider, _):
                switch slider.source {
                case .axis(let axis): add(alone: axis, name)
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
                    add([names.axes(x, y)], [x, y].map { EvdevNames.axis($0.code) }, control.directions(on: arm))
                case .keys([], [], [], []): break
                case .keys(let up, let down, let left, let right):
                    let four = [up, down, left, right].compactMap(\.first)
                    add([names.keys(four)], four.map(EvdevNames.key), control.directions(on: arm))
                }
                add(joystick.clutch, "clutch")
            case .button(let keys): add(keys, control.name)
            }
            for key in first..<help.count { help[key].isLive = isLive(id) }
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
    /// Its name on screens: one that was not named by a person has the names of its channels: "base/shoulder".
    func name(on arm: Arm) -> String {
        let channels = namingChannels(on: arm)
        return channels.isEmpty ? name : channels.map(\.name).joined(separator: "/")
    }

    /// What a stick does. Bound by index or to the hand: what each direction moves, "<-> base, ^v shoulder".
    fileprivate func directions(on arm: Arm) -> String {
        let hand = references.compactMap { reference in
            reference.channel.handAxis.map { (axis: reference.axis, name: $0.rawValue) }
        }
        let channels = hand.isEmpty ? namingChannels(on: arm) : hand
        guard !channels.isEmpty else { return name }
        return channels.map { ($0.axis == "x" ? "<-> " : "^v ") + $0.name }.joined(separator: ", ")
    }

    /// The arm's channels that name it, x before y: those that it is bound to by index, and those of the joystick that
    /// was made for a panel.
    private func namingChannels(on arm: Arm) -> [(axis: String?, name: String)] {
        references.filter { $0.channel.isIndex || isPanelStick }.compactMap { reference in
            arm.channel(reference.channel).map { (reference.axis, arm.profiles[$0].name) }
        }
    }

    private var isPanelStick: Bool {
        guard case .joystick(let joystick, _, _) = kind else { return false }
        return PanelMapping.stickNames.contains(name) && joystick.source == .keys(up: [], down: [], left: [], right: [])
    }
}

extension Arm {
    /// Whether a control moves one of the arm's channels, or sends one of its actions.
    fileprivate func follows(_ control: ControlMapping) -> Bool {
        control.isButton
            ? action(named: control.name) != nil : control.references.contains { has($0.channel) }
    }
}
