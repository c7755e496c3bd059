/// The panel: fingers on the same controls, behind the same gates.
extension DriveStateMachine {
    mutating func apply(_ event: FingerEvent) {
        switch event {
        case .there:
            panelIsThere = true
            // With an input present the gates stay open: a panel that joins it has no finger down.
            if !inputIsThere { closeGates() }
        case .slider(let place): slider.finger = max(-1, min(1, Double(place) / 1_000))
        case .joystick(let x, let y): joystick.finger = (Double(x) / 1_000, Double(y) / 1_000)
        case .letGo(.slider): slider.finger = nil
        case .letGo(.joystick): joystick.finger = nil
        case .recentre: recentreAtOnce()
        case .lost: loseFingers(alwaysHalts: false)
        case .gone:
            let wasInput = panelIsThere && !inputIsThere
            panelIsThere = false
            loseFingers(alwaysHalts: wasInput)
        }
    }

    /// A lost finger is not a release: the arm halts, as for any other loss.
    private mutating func loseFingers(alwaysHalts: Bool) {
        let wereDown = slider.finger != nil || joystick.finger != nil
        slider.finger = nil
        joystick.finger = nil
        if wereDown || alwaysHalts { halt(.panelLost) }
    }

    /// The original app's double tap. Like a finger, it sets the held position at once instead of moving it at `speed`.
    private mutating func recentreAtOnce() {
        guard blocked == nil, joystick.gate.isOpen, !joystick.isTouched, !plays else { return }
        for channel in [bound.x, bound.y].compactMap(\.self) where encoder.rules[channel].mode == .position {
            held[channel].place(0)
        }
        notices.insert(.position)
    }

    /// Where the finger that holds the joystick has moved the held position; nil: no finger holds it. The position
    /// moves as far as the finger, from where it was at touch-down, so that a touch never makes it jump. It is clamped
    /// to the unit disc, or to its radius at touch-down if that was greater.
    mutating func placeOfFinger() -> (x: Double, y: Double)? {
        guard let way = joystick.fingerWay else {
            grip = nil
            return nil
        }
        let start = grip ?? (position(bound.x), position(bound.y))
        grip = start
        let radius = max(1, (start.x * start.x + start.y * start.y).squareRoot())
        let place = within(radius, (start.x + way.x, start.y + way.y))
        return (max(-1, min(1, place.x)), max(-1, min(1, place.y)))
    }

    /// Where a channel's held position is, -1...+1; 0 for a channel that the arm does not have.
    private func position(_ channel: Channel?) -> Double { channel.map { held[$0].value(at: now) } ?? 0 }
}
