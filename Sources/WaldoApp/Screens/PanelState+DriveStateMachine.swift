internal import WaldoCore
internal import WaldoPanel
internal import WaldoTime

extension PanelState {
    /// Copies the state machine's state.
    mutating func show(_ stateMachine: DriveStateMachine, at now: Instant) {
        isStopped = stateMachine.isStopped
        sliderGate = "\(stateMachine.gateState(.slider).word)"
        joystickGate = "\(stateMachine.gateState(.joystick).word)"
        sliderHeld = stateMachine.namesHeld(.slider)
        joystickHeld = stateMachine.namesHeld(.joystick)
        let arm = stateMachine.arm, x = arm.channel(named: "zx"), y = arm.channel(named: "zy")
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
        let joystick = stateMachine.joystickDeflection
        slider = dial(arm.channel(named: "slider"), stateMachine.sliderDeflection, isAxis: false)
        zx = dial(x, joystick.x)
        zy = dial(y, joystick.y)
    }
}
