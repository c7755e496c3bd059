/// What screens and logs show of the state machine.
extension DriveStateMachine {
    /// Whether a control is live, or why it is not.
    public func gateState(_ control: Control) -> GateState { gateStateNow(control) }

    /// `gateState`, inlined for use within a step.
    @inline(__always)
    func gateStateNow(_ control: Control) -> GateState {
        if let gate = playbackGate(control) { return gate }
        let gate = control == .slider ? slider.gate : joystick.gate
        if gate.isOpen { return .open }
        if let blocked { return blocked }
        return (control == .slider ? slider.isAtRest : joystick.isAtRest) ? .settling : .held
    }

    /// The axes, keys and fingers that the operator has to release before a control becomes live.
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

    /// A channel's number at a time, in units of 10^-decimals: a velocity's present number, or that of the held
    /// position.
    public func number(_ channel: Channel, at time: Microseconds) -> Int32 {
        guard let profile = arm.channels[channel] else { return 0 }
        return profile.mode == .velocity
            ? encoder.state.channels[channel].desired : profile.range.quantised(held[channel].value(at: time))
    }

    /// The channel's number that was last handed to the link; before any write, the arm's start value.
    public func written(_ channel: Channel) -> Int32 { encoder.carried(channel) }

    /// The zero frames that stop the arm when the state machine cannot.
    public var lastWord: LastWord { encoder.lastWord }

    /// How many times each frame of `lastWord` still has to be sent; none while nothing moves.
    public var pendingZeros: ZeroCounts { encoder.pendingZeros() }

    /// `pendingZeros` once the proposed command has been written.
    public var pendingZerosOnceWritten: ZeroCounts { encoder.pendingZeros(isWritten: true) }

    /// Whether each command changes `lastWord`.
    public var lastWordChanges: Bool { encoder.lastWordChanges }

    /// Whether a channel's number was never sent, so that the arm's position is an assumption.
    public func isAssumed(_ channel: Channel) -> Bool { encoder.state.channels[channel].isAssumed }

    /// Whether a held position is moving, so that screens have to be redrawn.
    public var isMoving: Bool { held.slider.isMoving || held.zx.isMoving || held.zy.isMoving }

    /// Whether nothing is pending.
    public var hasSentAll: Bool { !encoder.isSendingZeros && !encoder.hasPendingMotion }

    /// Whether every zero frame of a halt has been sent.
    public var hasSentZeros: Bool { !encoder.isSendingZeros }
}
