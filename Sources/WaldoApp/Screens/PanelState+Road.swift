internal import WaldoCore
internal import WaldoPanel

extension PanelState {
    /// Where the road stands.
    mutating func show(_ road: Road, at now: Microseconds) {
        isStopped = road.isStopped
        sliderGate = "\(road.gateState(.slider).word)"
        joystickGate = "\(road.gateState(.joystick).word)"
        sliderHeld = road.namesHeld(.slider)
        joystickHeld = road.namesHeld(.joystick)
        holds = [Channel.zx, .zy].contains { road.arm.channels[$0]?.means == .position }
        isAssumed = road.isAssumed(.zx) && road.isAssumed(.zy)
        func dial(_ channel: Channel, _ deflection: Double) -> Dial? {
            guard let profile = road.arm.channels[channel] else { return nil }
            let number = road.number(channel, at: now)
            let isPosition = profile.means == .position && channel != .slider
            return Dial(
                place: isPosition ? profile.range.normalised(Double(number)) : deflection, number: number,
                decimals: profile.range.decimals)
        }
        let joystick = road.joystickDeflection
        slider = dial(.slider, road.sliderDeflection)
        zx = dial(.zx, joystick.x)
        zy = dial(.zy, joystick.y)
    }
}
