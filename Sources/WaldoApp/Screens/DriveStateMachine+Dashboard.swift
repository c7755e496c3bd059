internal import WaldoCore
internal import WaldoTerminal
internal import WaldoTime

/// What the dashboard shows of the controls.
extension DriveStateMachine {
    /// The controls that move channels of this arm. While a recording is played, the channels that none of them moves
    /// follow as sliders.
    /// - Parameters:
    ///   - names: what the input's axes and keys are called.
    ///   - reported: where the arm itself reports that it is.
    func shownControls(
        _ names: ControlNames, isPlayed: Bool, reported: PerChannel<Int32?>?, at now: Instant
    ) -> [DashboardView.Control] {
        let shown = mapping.places.compactMap { self.shown($0, names, isPlayed: isPlayed, at: now) }
        let controls = shown.map { control in
            var control = control
            if let reported { add(reported, to: &control) }
            return control
        }
        guard isPlayed else { return controls }
        return controls
            + unmoved.map { channel in
                let axis = axis(channel, at: now), isPosition = axis.isPosition
                var control = DashboardView.Control.slider(
                    arm.profiles[channel].name, isPosition ? 0 : axis.place, axis)
                control.isPlayed = isPosition
                return control
            }
    }

    private func add(_ reported: PerChannel<Int32?>, to control: inout DashboardView.Control) {
        func number(_ axis: DashboardView.Axis?) -> DashboardView.Number? {
            guard let axis, let channel = arm.channel(named: axis.channel) else { return nil }
            return reported[channel].map { .init($0, decimals: axis.number.decimals) }
        }
        let (x, y) = (number(control.x), number(control.y))
        control.x?.reported = x
        control.y?.reported = y
    }

    /// The buttons that send actions of this arm.
    func shownButtons(_ names: ControlNames) -> [DashboardView.Button] {
        mapping.places.compactMap { control in
            let described = mapping.controls[control.place]
            guard described.isButton, channels(of: control).x != nil else { return nil }
            let readiness: DashboardView.Control.Readiness =
                !isInForce(control) ? .off : holding(control, names).isEmpty ? .ready : .held
            return .init(described.name, isPressed: deflection(of: control).x != 0, readiness: readiness)
        }
    }

    /// The names of the channels that no control moves.
    var namesUnmoved: [String] { unmoved.map { arm.profiles[$0].name } }

    /// What opens the gates; nil when they are open or the operator can do nothing.
    func gate(_ names: ControlNames) -> DashboardView.Gate? {
        let states = mapping.places.map { ($0, gateState($0)) }.filter { $0.1 != .open && $0.1 != .profile }
        guard let first = states.first else { return nil }
        if first.1 == .enable { return .wait("hold the enable key") }
        let held = states.compactMap { control, _ -> DashboardView.Held? in
            let held = holding(control, names)
            return held.isEmpty ? nil : .init(mapping.controls[control.place].name(on: arm), held)
        }
        if !held.isEmpty { return .letGo(held) }
        return states.contains { $0.1 == .settling } ? .wait("a moment of rest") : nil
    }

    /// What has to be released before the control's gate opens; empty: nothing.
    private func holding(_ control: Control, _ names: ControlNames) -> String {
        let state = gateState(control)
        return state == .held || state == .stopped ? held(control, names) : ""
    }

    /// What has to be released, as people call it.
    func held(_ control: Control, _ names: ControlNames) -> String {
        let sources = heldSources(control)
        func axis(_ code: UInt16) -> String {
            names.axis(mapping.axes.first { $0.code == code } ?? AxisSource(code))
        }
        let codes = sources.compactMap { if case .axis(let code) = $0 { code } else { nil as UInt16? } }
        // Both axes of a stick have one name.
        let axes = codes.compactMap { code in mapping.axes.first { $0.code == code } }
        if axes.count == 2, sources.count == 2 { return names.axes(axes[0], axes[1]) }
        return sources.map { source in
            switch source {
            case .axis(let code): axis(code)
            case .offCentre(let code, let percent): "\(axis(code)), \(percent) % off its centre"
            case .key(let code): names.key(code)
            case .finger: "finger"
            }
        }.joined(separator: " ")
    }

    private var unmoved: [Channel] {
        let moved = mapping.places.map { channels(of: $0) }
        return arm.moved.filter { channel in !moved.contains { $0.x == channel || $0.y == channel } }
    }

    /// A control with its numbers; nil: it moves no channel of this arm.
    private func shown(
        _ control: Control, _ names: ControlNames, isPlayed: Bool, at now: Instant
    ) -> DashboardView.Control? {
        let (x, y) = channels(of: control)
        guard x != nil || y != nil, !mapping.controls[control.place].isButton else { return nil }
        let described = mapping.controls[control.place], deflection = deflection(of: control)
        var shown: DashboardView.Control =
            described.isSlider
            ? .slider(described.name(on: arm), deflection.x)
            : .joystick(described.name, .init(x: deflection.x, y: deflection.y))
        (shown.x, shown.y) = (x.map { axis($0, at: now) }, y.map { axis($0, at: now) })
        if isPlayed, described.isSlider, shown.x?.isPosition == true {
            shown.deflection = .init()
            shown.isPlayed = true
        }
        shown.readiness = isPlayed || isInForce(control) ? holding(control, names).isEmpty ? .ready : .held : .off
        return shown
    }

    private func axis(_ channel: Channel, at now: Instant) -> DashboardView.Axis {
        let profile = arm.profiles[channel], number = number(channel, at: now)
        var axis = DashboardView.Axis(
            .init(number, decimals: profile.range.decimals), of: profile.name,
            place: profile.range.normalised(Double(number)), isPosition: profile.mode == .position,
            isAssumed: isAssumed(channel))
        axis.low = .init(profile.range.low, decimals: profile.range.decimals)
        axis.high = .init(profile.range.high, decimals: profile.range.decimals)
        return axis
    }

    /// Whether the profile in force has a control, or none has it.
    private func isInForce(_ control: Control) -> Bool {
        guard let profile else { return true }
        return profile.controls.contains(control) || !mapping.profiles.contains { $0.controls.contains(control) }
    }
}
