internal import WaldoCore
internal import WaldoPanel
internal import WaldoTime

extension PanelState {
    /// Copies the state machine's state.
    /// - Parameters:
    ///   - names: what the input's axes and keys are called.
    ///   - reported: where the arm itself reports that it is.
    mutating func show(
        _ stateMachine: DriveStateMachine, _ names: ControlNames, reported: PerChannel<Int32?>?, at now: Instant
    ) {
        let keys = stateMachine.mapping.keys
        isStopped = stateMachine.isStopped
        resumeRefused = stateMachine.heldStop(at: now).map { "let go of \(names.stop($0)) first" } ?? ""
        resume = keys.resume.first.map(names.key) ?? ""
        controls = stateMachine.movingControls.map {
            PanelControl($0, of: stateMachine, names, reported: reported, at: now)
        }
        precision = stateMachine.precision
        hasPrecision = !keys.precise.isEmpty
        profile = stateMachine.profile?.name ?? ""
    }
}

extension DriveStateMachine {
    /// The controls that move a channel of this arm, or send one of its actions.
    var movingControls: [Control] {
        mapping.places.filter { control in
            let (x, y) = channels(of: control)
            return x != nil || y != nil
        }
    }

    /// What holds a control. Where an input and a finger are on it, the one that came first does.
    fileprivate func holder(of control: Control) -> PanelControl.Holder? {
        isTouched(control) ? (isFingered(control) ? .finger : .input) : nil
    }

    /// Whether the profile in force has a control.
    fileprivate func isLive(_ control: Control) -> Bool {
        guard let profile, mapping.profiles.contains(where: { $0.controls.contains(control) }) else { return true }
        return profile.controls.contains(control)
    }
}

extension PanelControl {
    /// Copies a control's state.
    fileprivate init(
        _ control: Control, of stateMachine: DriveStateMachine, _ names: ControlNames,
        reported: PerChannel<Int32?>?, at now: Instant
    ) {
        let arm = stateMachine.arm, described = stateMachine.mapping.controls[control.place]
        let channels = stateMachine.channels(of: control), deflection = stateMachine.deflection(of: control)
        func axis(_ channel: Channel?, _ deflection: Double) -> Axis? {
            guard let channel else { return nil }
            let profile = arm.profiles[channel], number = stateMachine.number(channel, at: now)
            let place = profile.mode == .position ? profile.range.normalised(Double(number)) : deflection
            var axis = Axis(profile.name, place: place, number: number, range: profile.range)
            axis.reported = reported?[channel].map { DecimalText.text(Int64($0), decimals: profile.range.decimals) }
            return axis
        }
        let kind: Kind = described.isButton ? .button : described.isSlider ? .slider : .joystick
        self.init(control, name: described.name(on: arm), kind: kind)
        gate = "\(stateMachine.gateState(control).word)"
        held = stateMachine.held(control, names)
        holder = stateMachine.holder(of: control)
        isLive = stateMachine.isLive(control)
        self.deflection = kind == .joystick ? 0 : Int((deflection.x * 1_000).rounded())
        guard kind != .button else { return }
        x = axis(channels.x, deflection.x)
        y = axis(channels.y, deflection.y)
        let moved = [channels.x, channels.y].compactMap(\.self)
        holds = moved.contains { arm.profiles[$0].mode == .position }
        isAssumed = moved.allSatisfy(stateMachine.isAssumed)
    }
}
