/// The panel: fingers on the same controls, behind the same gates.
extension DriveStateMachine {
    mutating func apply(_ event: FingerEvent) {
        switch event {
        case .there:
            panelIsThere = true
            // Beside an input that drives it is no new input: its fingers are not down.
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

    /// A finger that is lost lets go of nothing: the arm halts, as for any other loss.
    private mutating func loseFingers(alwaysHalts: Bool) {
        let wereDown = slider.finger != nil || joystick.finger != nil
        slider.finger = nil
        joystick.finger = nil
        if wereDown || alwaysHalts { halt(.panelLost) }
    }

    /// The original app's double tap. Like a finger it moves the held position without a way of its own.
    private mutating func recentreAtOnce() {
        guard blocked == nil, joystick.gate.isOpen, !joystick.isTouched, playback == nil else { return }
        for channel in [Channel.zx, .zy] where arm.channels[channel]?.mode == .position { held[channel].place(0) }
        notices.insert(.position)
    }

    /// Where the finger that holds the joystick has moved the held position: as far as itself, from where that stood
    /// when it came down, so that no touch makes it jump. The disc is its way, unless it was beyond that before.
    mutating func placeOfFinger() -> (x: Double, y: Double)? {
        guard let way = joystick.fingerWay else {
            grip = nil
            return nil
        }
        let start = grip ?? (held.zx.value(at: now), held.zy.value(at: now))
        grip = start
        let radius = max(1, (start.x * start.x + start.y * start.y).squareRoot())
        let place = within(radius, (start.x + way.x, start.y + way.y))
        return (max(-1, min(1, place.x)), max(-1, min(1, place.y)))
    }
}
