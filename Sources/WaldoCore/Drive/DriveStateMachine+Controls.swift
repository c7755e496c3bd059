import WaldoTime

/// Computes each channel's number from the controls and passes it to the encoder.
extension DriveStateMachine {
    mutating func updateControls() {
        let isBlocked = blocked != nil, wasMoving = moves
        moves = false
        if parking.phase.isUnderWay {
            updateParking()
            moves = isPositionMoving
        } else if isPlayed {
            updatePlayback(isBlocked: isBlocked)
            moves = isPositionMoving
        } else {
            for index in sliders.indices {
                sliders[index].update(isBlocked: isBlocked, at: now)
                updateSlider(index)
            }
            for index in joysticks.indices {
                joysticks[index].update(isBlocked: isBlocked, at: now)
                updateJoystick(index)
            }
            if !hand.isEmpty { updateHand() }
        }
        if fence != nil {
            keepOutOfFence()
            // What it has put back does not move.
            moves = isPositionMoving
        }
        if moves != wasMoving { notices.insert(.moving) }
        if !hand.isEmpty, hand[0].noticesEnds() { notices.insert(.joints) }
        let states = gateStates()
        if states != gates { notices.insert(.gate) }
        gates = states
    }

    @inline(__always)
    private mutating func updateSlider(_ index: Int) {
        guard let channel = sliders[index].channel else { return }
        let rule = encoder.rules[channel]
        let deflection = sliders[index].deflection, isTouched = sliders[index].isTouched
        if sliders[index].isButton {
            encoder.set(channel, rule.range.quantised(deflection), isTouched: isTouched, at: now)
        } else if rule.mode == .velocity {
            let value = rule.range.quantised(deflection * precision)
            encoder.set(channel, value, isTouched: isTouched, at: now)
        } else {
            moveSlider(index, channel, deflection, isTouched: isTouched)
            setPosition(channel, rule, isTouched: isTouched)
        }
    }

    private mutating func moveSlider(_ index: Int, _ channel: Channel, _ deflection: Double, isTouched: Bool) {
        let speed = sliders[index].speed
        switch sliders[index].behaviour {
        case .spring where isTouched || sliders[index].isReleased:
            positions[channel].go(to: deflection, at: now, speed: speed)
        case .hold where !sliders[index].isFingered:
            if deflection != 0 { positions[channel].go(to: deflection < 0 ? -1 : 1, at: now, speed: speed) }
        case .step where !sliders[index].isFingered:
            let offset = sliders[index].takeSteps() * precision
            guard offset != 0 else { break }
            positions[channel].go(to: max(-1, min(1, positions[channel].target + offset)), at: now, speed: speed)
        case .spring: break
        case .rate, .hold, .step:
            let rate = deflection * speed * precision
            if rate != 0 || positions[channel].isMoving { positions[channel].move(rate, at: now) }
        }
    }

    @inline(__always)
    private mutating func updateJoystick(_ index: Int) {
        let wasRecentring = joysticks[index].isRecentring
        let isRecentring = recentringIsDue(index)
        joysticks[index].isRecentring = isRecentring
        let deflection = joysticks[index].deflection, target = fingerTarget(index)
        let channels = joysticks[index].channels, isChanged = isRecentring != wasRecentring
        updateAxis(channels.x, index, deflection.x, target?.x, recentringChanged: isChanged)
        updateAxis(channels.y, index, deflection.y, target?.y, recentringChanged: isChanged)
    }

    private mutating func updateAxis(
        _ channel: Channel?, _ index: Int, _ deflection: Double, _ target: Double?, recentringChanged: Bool
    ) {
        guard let channel else { return }
        let rule = encoder.rules[channel]
        let isTouched = joysticks[index].isTouched
        guard rule.mode == .position else {
            let value = rule.range.quantised(deflection * precision)
            encoder.set(channel, value, isTouched: isTouched, at: now)
            return
        }
        let behaviour = joysticks[index].behaviour, isRecentring = joysticks[index].isRecentring
        let speed = joysticks[index].speed
        if let target {
            positions[channel].go(to: target, at: now, speed: speed)
        } else if isRecentring {
            if recentringChanged { positions[channel].recentre(speed, at: now) }
        } else if behaviour == .spring && (isTouched || joysticks[index].inputReleased)
            || behaviour == .hold && joysticks[index].isFollowing
        {
            positions[channel].go(to: deflection, at: now, speed: speed)
        } else if behaviour != .spring || recentringChanged {
            let rate = behaviour == .rate ? deflection * speed * precision : 0
            if rate != 0 || positions[channel].isMoving { positions[channel].move(rate, at: now) }
        }
        setPosition(channel, rule, isTouched: isTouched || isRecentring)
    }

    private mutating func setPosition(_ channel: Channel, _ rule: ChannelRule, isTouched: Bool) {
        if encoder.state.channels[channel].isTouched && !isTouched { notices.insert(.position) }
        positions[channel].rest(at: now)
        if positions[channel].isMoving { moves = true }
        let number = rule.range.quantised(positions[channel].value(at: now))
        encoder.set(channel, number, isTouched: isTouched, at: now)
    }

    @inline(__always)
    private func recentringIsDue(_ index: Int) -> Bool {
        guard let recentreSince, joysticks[index].gate.isOpen, !joysticks[index].isTouched else { return false }
        return now - recentreSince >= Self.recentreHold
    }
}
