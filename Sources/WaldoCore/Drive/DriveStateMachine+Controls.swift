internal import WaldoTime

/// Computes each channel's number from the controls and passes it to the encoder.
extension DriveStateMachine {
    mutating func settle() {
        let isBlocked = blocked != nil
        if !plays {
            slider.settle(isBlocked: isBlocked, at: now)
            joystick.settle(isBlocked: isBlocked, at: now)
            settleSlider()
            settleJoystick()
        } else {
            settlePlayback(isBlocked: isBlocked)
        }
        let states = gateStates()
        if states != gates { notices.insert(.gate) }
        gates = states
    }

    private mutating func settleSlider() {
        guard let channel = bound.slider else { return }
        let profile = encoder.rules[channel]
        let deflection = slider.deflection, isTouched = slider.isTouched
        if profile.mode == .velocity {
            encoder.set(channel, profile.range.quantised(deflection), isTouched: isTouched, at: now)
        } else {
            if deflection != 0 || held[channel].isMoving { held[channel].move(deflection * slider.speed, at: now) }
            setPosition(channel, profile, isTouched: isTouched)
        }
    }

    private mutating func settleJoystick() {
        let wasRecentring = isRecentring
        isRecentring = recentringIsDue
        let deflection = joystick.deflection, place = placeOfFinger()
        settleAxis(bound.x, deflection.x, place?.x, begins: isRecentring && !wasRecentring)
        settleAxis(bound.y, deflection.y, place?.y, begins: isRecentring && !wasRecentring)
    }

    private mutating func settleAxis(_ channel: Channel?, _ deflection: Double, _ place: Double?, begins: Bool) {
        guard let channel else { return }
        let profile = encoder.rules[channel]
        let isTouched = joystick.isTouched
        guard profile.mode == .position else {
            encoder.set(channel, profile.range.quantised(deflection), isTouched: isTouched, at: now)
            return
        }
        if let place {
            held[channel].place(place)
        } else if isRecentring {
            if begins { held[channel].recentre(joystick.speed, at: now) }
        } else if isTouched && joystick.behaviour == .spring || joystick.isFollowing && joystick.behaviour == .hold {
            held[channel].place(deflection)
        } else {
            let rate = joystick.behaviour == .rate ? deflection * joystick.speed : 0
            if rate != 0 || held[channel].isMoving { held[channel].move(rate, at: now) }
        }
        setPosition(channel, profile, isTouched: isTouched || isRecentring)
    }

    private mutating func setPosition(_ channel: Channel, _ profile: ChannelRule, isTouched: Bool) {
        if encoder.state.channels[channel].isTouched && !isTouched { notices.insert(.position) }
        let number = profile.range.quantised(held[channel].value(at: now))
        encoder.set(channel, number, isTouched: isTouched, at: now)
    }

    @inline(__always)
    private var recentringIsDue: Bool {
        guard let recentreSince, joystick.gate.isOpen, !joystick.isTouched else { return false }
        return now - recentreSince >= Self.recentreHold
    }
}
