internal import WaldoCore
internal import WaldoPanel

extension PanelState {
    /// Copies the state machine's state.
    mutating func show(_ stateMachine: DriveStateMachine, at now: Microseconds) {
        isStopped = stateMachine.isStopped
        sliderGate = "\(stateMachine.gateState(.slider).word)"
        joystickGate = "\(stateMachine.gateState(.joystick).word)"
        sliderHeld = stateMachine.namesHeld(.slider)
        joystickHeld = stateMachine.namesHeld(.joystick)
        holds = [Channel.zx, .zy].contains { stateMachine.arm.channels[$0]?.mode == .position }
        isAssumed = stateMachine.isAssumed(.zx) && stateMachine.isAssumed(.zy)
        func dial(_ channel: Channel, _ deflection: Double) -> Dial? {
            guard let profile = stateMachine.arm.channels[channel] else { return nil }
            let number = stateMachine.number(channel, at: now)
            let isPosition = profile.mode == .position && channel != .slider
            return Dial(
                place: isPosition ? profile.range.normalised(Double(number)) : deflection, number: number,
                decimals: profile.range.decimals)
        }
        let joystick = stateMachine.joystickDeflection
        slider = dial(.slider, stateMachine.sliderDeflection)
        zx = dial(.zx, joystick.x)
        zy = dial(.zy, joystick.y)
    }
}
