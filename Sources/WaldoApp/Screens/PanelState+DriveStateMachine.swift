internal import WaldoCore
internal import WaldoPanel
internal import WaldoTime

extension PanelState {
    /// Copies the state machine's state.
    mutating func show(_ stateMachine: DriveStateMachine, at now: Instant) {
        isStopped = stateMachine.isStopped
        let arm = stateMachine.arm, first = stateMachine.mapping.first
        sliderGate = first.slider.map { "\(stateMachine.gateState($0).word)" } ?? ""
        joystickGate = first.joystick.map { "\(stateMachine.gateState($0).word)" } ?? ""
        sliderHeld = first.slider.map(stateMachine.namesHeld) ?? ""
        joystickHeld = first.joystick.map(stateMachine.namesHeld) ?? ""
        let (x, y) = first.joystick.map(stateMachine.channels) ?? (nil, nil)
        let axes = [x, y].compactMap(\.self)
        holds = axes.contains { arm.profiles[$0].mode == .position }
        isAssumed = axes.allSatisfy(stateMachine.isAssumed)
        func dial(_ channel: Channel?, _ deflection: Double, isAxis: Bool = true) -> Dial? {
            guard let channel else { return nil }
            let profile = arm.profiles[channel]
            let number = stateMachine.number(channel, at: now)
            let isPosition = profile.mode == .position && isAxis
            return Dial(
                place: isPosition ? profile.range.normalised(Double(number)) : deflection, number: number,
                decimals: profile.range.decimals)
        }
        let joystick = first.joystick.map(stateMachine.deflection) ?? (x: 0, y: 0)
        slider = first.slider.flatMap {
            dial(stateMachine.channels(of: $0).x, stateMachine.deflection(of: $0).x, isAxis: false)
        }
        zx = dial(x, joystick.x)
        zy = dial(y, joystick.y)
    }
}
