/// The panel: fingers on the same controls, behind the same gates.
extension DriveStateMachine {
    mutating func apply(_ event: FingerEvent) {
        switch event {
        case .there:
            hasPanel = true
            // With an input present the gates stay open: a panel that joins it has no finger down.
            if !hasInput { closeGates() }
        case .deflected(let control, let deflection):
            hold(control, max(-1, min(1, Double(deflection) / 1_000)))
        case .moved(let control, let x, let y): move(control, (Double(x) / 1_000, Double(y) / 1_000))
        case .released(let control):
            hold(control, nil)
            move(control, nil)
        case .recentred(let control):
            if parking.phase.isUnderWay { halt(.touched) } else { recentreAtOnce(control) }
        case .lost: loseFingers(alwaysHalts: parking.phase.isUnderWay)
        case .gone:
            let wasInput = hasPanel && !hasInput
            hasPanel = false
            loseFingers(alwaysHalts: wasInput || parking.phase.isUnderWay)
        }
    }

    /// Where a finger holds a slider; nil: none does. A control that is no slider of the mapping is ignored.
    private mutating func hold(_ control: Control, _ deflection: Double?) {
        for index in sliders.indices where sliders[index].control == control { sliders[index].finger = deflection }
    }

    /// How far a finger has moved a joystick; nil: none is on it. A control that is no joystick of the mapping is
    /// ignored.
    private mutating func move(_ control: Control, _ offset: (x: Double, y: Double)?) {
        for index in joysticks.indices where joysticks[index].control == control { joysticks[index].finger = offset }
    }

    /// A lost finger is not a release: the arm halts, as for any other loss.
    private mutating func loseFingers(alwaysHalts: Bool) {
        let wereDown = sliders.contains { $0.finger != nil } || joysticks.contains { $0.finger != nil }
        for index in sliders.indices { sliders[index].finger = nil }
        for index in joysticks.indices { joysticks[index].finger = nil }
        if wereDown || alwaysHalts { halt(.panelLost) }
    }

    /// The original app's double tap. Like a finger, it sets the held position at once instead of moving it at `speed`.
    private mutating func recentreAtOnce(_ control: Control) {
        guard let joystick = joysticks.first(where: { $0.control == control }),
            blocked == nil, joystick.gate.isOpen, !joystick.isTouched, !isPlayed
        else { return }
        for channel in [joystick.channels.x, joystick.channels.y].compactMap(\.self)
        where encoder.rules[channel].mode == .position {
            positions[channel].go(to: 0, at: now)
        }
        notices.insert(.position)
    }

    /// Where the finger that holds a joystick has moved the held position; nil: no finger holds it. The position
    /// moves as far as the finger, from where it was at touch-down, so that a touch never makes it jump. It is clamped
    /// to the unit disc, or to its radius at touch-down if that was greater.
    mutating func fingerTarget(_ index: Int) -> (x: Double, y: Double)? {
        guard let offset = joysticks[index].fingerOffset else {
            joysticks[index].grip = nil
            return nil
        }
        let channels = joysticks[index].channels
        let start = joysticks[index].grip ?? (position(channels.x), position(channels.y))
        joysticks[index].grip = start
        let radius = max(1, (start.x * start.x + start.y * start.y).squareRoot())
        let target = within(radius, (start.x + offset.x, start.y + offset.y))
        return (max(-1, min(1, target.x)), max(-1, min(1, target.y)))
    }

    /// Where a channel's held position is, -1...+1; 0 for a channel that the arm does not have.
    func position(_ channel: Channel?) -> Double { channel.map { positions[$0].value(at: now) } ?? 0 }
}
