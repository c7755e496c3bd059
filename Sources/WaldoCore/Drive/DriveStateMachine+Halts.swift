public import WaldoTime

extension DriveStateMachine {
    /// The emergency stop: it latches until `resume`.
    mutating func stop() {
        encoder.stop()
        notices.insert(.stop)
        halt(.stop)
    }

    mutating func resume() {
        guard isStopped else { return }
        guard isAtRest, heldStop(at: now) == nil || !rules.stopsHold else {
            notices.insert(.resumeRefused)
            return
        }
        encoder.resume()
        notices.insert(.resume)
        closeGates()
    }

    /// The emergency stop that is held down at a time, or may still be; nil: none. While there is one, a resume is
    /// refused.
    public func heldStop(at time: Instant) -> HeldStop? {
        keys.stopDown.map { .key($0) } ?? heldStops.first(at: time).map { .source($0) }
    }

    /// - Parameter end: what ends a replay of recorded frames, if it is known.
    mutating func halt(_ reason: HaltReason, ends end: PlaybackEnd? = nil) {
        if encoder.halt(at: now) { notices.insert(.dropped) }
        playback?.motions.halt(reason, end)
        lastHalt = reason
        notices.insert(.halt)
        closeGates()
    }

    /// Ends every touch and drops positions that were not written. A recentring key that is still held has no effect
    /// until it is pressed again.
    mutating func closeGates() {
        interruptParking()
        for index in sliders.indices { sliders[index].close() }
        for index in joysticks.indices { joysticks[index].close() }
        playback?.close()
        encoder.dropSignals(at: now)
        recentreSince = nil
        returnPositions()
    }

    /// Returns held positions to the ones last written.
    mutating func returnPositions() {
        for channel in encoder.channels {
            let rule = encoder.rules[channel]
            guard rule.mode == .position else { continue }
            let written = encoder.state.channels[channel].written
            let isAway = rule.range.quantised(positions[channel].value(at: now)) != written
            if isAway { notices.insert(.position) }
            if isAway || positions[channel].isMoving {
                positions[channel].reset(rule.range.normalised(Double(written)))
            }
            encoder.set(channel, written, isTouched: false, at: now)
        }
    }

    /// While every joystick's gate is closed the key has no effect.
    mutating func recentre(down: Bool) {
        if !down { recentreSince = nil }
        if down, recentreSince == nil, joysticks.contains(where: { $0.gate.isOpen }) { recentreSince = now }
    }

    /// Whether the input holds a control, or holds the enable key while something moves, so that its silence would let
    /// a motion go on.
    public var isHeldByInput: Bool {
        sliders.contains { $0.isHeldByInput } || joysticks.contains { $0.isHeldByInput }
            || !mapping.keys.enable.isEmpty && !keys.isDisabled && (isPositionMoving || !isAtRest)
    }

    /// When an unchanged deflection counts as silence; nil: nothing is deflected, or the mapping sets no limit.
    /// Mutating only for speed: a method that only reads would be passed a copy of the whole state machine.
    @inline(__always)
    mutating func silentFrom() -> Instant? {
        guard let limit = mapping.silence else { return nil }
        return isHeldByInput ? inputChangedAt + limit : nil
    }

    /// Whether every control is at rest and untouched.
    var isAtRest: Bool {
        sliders.allSatisfy { $0.isAtRest && !$0.isTouched } && joysticks.allSatisfy { $0.isAtRest && !$0.isTouched }
    }

    /// What keeps every control dead, whether or not it is at rest; nil: nothing does.
    @inline(__always)
    var blocked: GateState? {
        if isEnding { return .ending }
        if isStopped { return .stopped }
        if parking.phase.isUnderWay { return .parking }
        if !link.isUp || link.isOpening { return .link }
        if link.isStalled { return .stalled }
        if encoder.state.isBeginning { return .begin }
        if !hasInput { return hasPanel ? nil : .input }
        if inputIsSilent { return .input }
        return keys.isDisabled ? .enable : nil
    }
}
