/// What screens and logs show of the state machine.
extension DriveStateMachine {
    /// Whether a control is live, or what keeps it dead.
    public func gateState(_ control: Control) -> GateState { gateStateNow(control) }

    /// The same within a step.
    @inline(__always)
    func gateStateNow(_ control: Control) -> GateState {
        if let gate = playbackGate(control) { return gate }
        let gate = control == .slider ? slider.gate : joystick.gate
        if gate.isOpen { return .open }
        if let blocked { return blocked }
        return (control == .slider ? slider.isAtRest : joystick.isAtRest) ? .settling : .held
    }

    /// The axes and keys that the operator has to let go before a control is live.
    public func heldSources(_ control: Control) -> [HeldSource] {
        control == .slider ? slider.held : joystick.held
    }

    /// The slider's live deflection, -1...+1.
    public var sliderDeflection: Double {
        guard playback != nil, let profile = arm.channels.slider else { return slider.deflection }
        return profile.range.normalised(Double(encoder.state.channels.slider.desired))
    }

    /// The joystick's live deflection, x to the right and y upward.
    public var joystickDeflection: (x: Double, y: Double) { joystick.deflection }

    /// A channel's number at a time: a velocity's present one, a position's held one. In units of 10^-decimals.
    public func number(_ channel: Channel, at time: Microseconds) -> Int32 {
        guard let profile = arm.channels[channel] else { return 0 }
        return profile.mode == .velocity
            ? encoder.state.channels[channel].desired : profile.range.quantised(held[channel].value(at: time))
    }

    /// The number that was last handed to the link of a channel; before any write the arm's start.
    public func written(_ channel: Channel) -> Int32 { encoder.carried(channel) }

    /// What stops the arm when nobody else can speak.
    public var lastWord: LastWord { encoder.lastWord }

    /// How often each frame of `lastWord` has still to be said; none while nothing moves.
    public var pendingZeros: ZeroCounts { encoder.pendingZeros() }

    /// `owedZeros` once the command that was handed out has been written.
    public var pendingZerosOnceWritten: ZeroCounts { encoder.pendingZeros(isWritten: true) }

    /// Whether `lastWord` is another one after each command.
    public var lastWordChanges: Bool { encoder.lastWordChanges }

    /// Whether a channel's number was never sent, so that where the arm stands is an assumption.
    public func isAssumed(_ channel: Channel) -> Bool { encoder.state.channels[channel].isAssumed }

    /// Whether a held position is on its way, so that a screen has something to redraw.
    public var isMoving: Bool { held.slider.isMoving || held.zx.isMoving || held.zy.isMoving }

    /// Whether nothing waits to be sent.
    public var hasSaidAll: Bool { !encoder.isSendingZeros && !encoder.hasPendingMotion }

    /// Whether every zero of a halt has been said.
    public var hasSentZeros: Bool { !encoder.isSendingZeros }
}
