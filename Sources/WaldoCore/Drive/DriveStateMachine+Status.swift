public import WaldoTime

/// What screens and logs show of the state machine.
extension DriveStateMachine {
    /// Whether a control is live, or why it is not.
    public func gateState(_ control: Control) -> GateState {
        if plays { return playbackGate(control) }
        return control == .slider
            ? Self.state(of: slider.gate, blocked, isAtRest: slider.isAtRest)
            : Self.state(of: joystick.gate, blocked, isAtRest: joystick.isAtRest)
    }

    /// The state of both gates, within a step: mutating for speed, because a method that only reads would be passed a
    /// copy of the whole state machine.
    @inline(__always)
    mutating func gateStates() -> (slider: GateState, joystick: GateState) {
        if plays { return (playbackGate(.slider), playbackGate(.joystick)) }
        let blocked = blocked
        return (
            Self.state(of: slider.gate, blocked, isAtRest: slider.isAtRest),
            Self.state(of: joystick.gate, blocked, isAtRest: joystick.isAtRest)
        )
    }

    @inline(__always)
    private static func state(
        of gate: NeutralGate, _ blocked: GateState?, isAtRest: @autoclosure () -> Bool
    ) -> GateState {
        gate.isOpen ? .open : blocked ?? (isAtRest() ? .settling : .held)
    }

    /// The axes, keys and fingers that the operator has to release before a control becomes live.
    public func heldSources(_ control: Control) -> [HeldSource] {
        control == .slider ? slider.held : joystick.held
    }

    /// The slider's live deflection, -1...+1.
    public var sliderDeflection: Double {
        guard plays, let channel = bound.slider else { return slider.deflection }
        return encoder.rules[channel].range.normalised(Double(encoder.state.channels[channel].desired))
    }

    /// The joystick's live deflection, x to the right and y upward.
    public var joystickDeflection: (x: Double, y: Double) { joystick.deflection }

    /// A channel's number at a time, in units of 10^-decimals: a velocity's present number, or that of the held
    /// position.
    public func number(_ channel: Channel, at time: Instant) -> Int32 {
        let profile = encoder.rules[channel]
        return profile.mode == .velocity
            ? encoder.state.channels[channel].desired : profile.range.quantised(held[channel].value(at: time))
    }

    /// The channel's number that was last handed to the link; before any write, the arm's start value.
    public func written(_ channel: Channel) -> Int32 { encoder.carried(channel) }

    /// Each channel's number that was last handed to the link.
    public var allWritten: PerChannel<Int32> { encoder.allCarried }

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
    public var isMoving: Bool { encoder.channels.contains { held[$0].isMoving } }

    /// Whether nothing is pending.
    public var hasSentAll: Bool { !encoder.isSendingZeros && !encoder.hasPendingMotion }

    /// Whether every zero frame of a halt has been sent.
    public var hasSentZeros: Bool { !encoder.isSendingZeros }
}
