public import WaldoTime

/// What screens and logs show of the state machine.
extension DriveStateMachine {
    /// Whether a control is live, or why it is not.
    public func gateState(_ control: Control) -> GateState {
        if isPlayed { return playbackGate(control) }
        return switch slots[control.index] {
        case .slider(let index):
            Self.state(of: sliders[index].gate, obstacle(sliders[index].isInProfile)) {
                sliders[index].isAtRest
            }
        case .joystick(let index):
            Self.state(of: joysticks[index].gate, obstacle(joysticks[index].isInProfile)) {
                joysticks[index].isAtRest
            }
        }
    }

    /// The states of all gates, within a step: four bits for each. Mutating for speed, because a method that only reads
    /// would be passed a copy of the whole state machine.
    @inline(__always)
    mutating func gateStates() -> UInt64 {
        var states: UInt64 = 0
        if isPlayed {
            for control in mapping.allControls { add(playbackGate(control), of: control, to: &states) }
            return states
        }
        let blocked = blocked
        for index in sliders.indices {
            let obstacle = blocked ?? (sliders[index].isInProfile ? nil : .profile)
            let state = Self.state(of: sliders[index].gate, obstacle) { sliders[index].isAtRest }
            add(state, of: sliders[index].control, to: &states)
        }
        for index in joysticks.indices {
            let obstacle = blocked ?? (joysticks[index].isInProfile ? nil : .profile)
            let state = Self.state(of: joysticks[index].gate, obstacle) { joysticks[index].isAtRest }
            add(state, of: joysticks[index].control, to: &states)
        }
        return states
    }

    @inline(__always)
    private func add(_ state: GateState, of control: Control, to states: inout UInt64) {
        states |= UInt64(state.rawValue) << (4 * UInt64(control.raw))
    }

    /// What keeps a control dead, whether or not it is at rest.
    private func obstacle(_ isInProfile: Bool) -> GateState? { blocked ?? (isInProfile ? nil : .profile) }

    @inline(__always)
    private static func state(of gate: NeutralGate, _ obstacle: GateState?, isAtRest: () -> Bool) -> GateState {
        gate.isOpen ? .open : obstacle ?? (isAtRest() ? .settling : .held)
    }

    /// The axes, keys and fingers that the operator has to release before a control becomes live.
    public func heldSources(_ control: Control) -> [HeldSource] {
        switch slots[control.index] {
        case .slider(let index): sliders[index].heldSources
        case .joystick(let index): joysticks[index].heldSources
        }
    }

    /// A control's axes as they are read.
    public func readings(of control: Control) -> [AxisReading] {
        switch slots[control.index] {
        case .slider(let index): sliders[index].readings
        case .joystick(let index): joysticks[index].readings
        }
    }

    /// Whether the operator holds a control.
    public func isTouched(_ control: Control) -> Bool {
        switch slots[control.index] {
        case .slider(let index): sliders[index].isTouched
        case .joystick(let index): joysticks[index].isTouched
        }
    }

    /// Whether a finger on the panel holds a control.
    public func isFingered(_ control: Control) -> Bool {
        switch slots[control.index] {
        case .slider(let index): sliders[index].isTouched && sliders[index].isFingered
        case .joystick(let index): joysticks[index].fingerOffset != nil
        }
    }

    /// A control's live deflection: a slider's as x, -1...+1; a joystick's in the unit disc, x to the right, y upward.
    public func deflection(of control: Control) -> (x: Double, y: Double) {
        switch slots[control.index] {
        case .slider(let index):
            guard isPlayed, let channel = sliders[index].channel else { return (sliders[index].deflection, 0) }
            return (encoder.rules[channel].range.normalised(Double(encoder.state.channels[channel].desired)), 0)
        case .joystick(let index): return joysticks[index].deflection
        }
    }

    /// The channels that a control moves: a slider's, or those of a joystick's x and y; nil: the arm has no such
    /// channel.
    public func channels(of control: Control) -> (x: Channel?, y: Channel?) {
        switch slots[control.index] {
        case .slider(let index): (sliders[index].channel, nil)
        case .joystick(let index): joysticks[index].channels
        }
    }

    /// A channel's number at a time, in units of 10^-decimals: a velocity's present number, or that of the held
    /// position.
    public func number(_ channel: Channel, at time: Instant) -> Int32 {
        let rule = encoder.rules[channel]
        return rule.mode == .velocity
            ? encoder.state.channels[channel].desired : rule.range.quantised(positions[channel].value(at: time))
    }

    /// The channel's number that was last handed to the link; before any write, the arm's start value.
    public func written(_ channel: Channel) -> Int32 { encoder.lastSent(channel) }

    /// Each channel's number that was last handed to the link.
    public var allWritten: PerChannel<Int32> { encoder.allLastSent }

    /// Calls `body` with each channel that a command on its way sets, and its number: one, or all of a combined frame.
    public func eachNumber(of command: Command, _ body: (Channel, Int32) -> Void) {
        guard encoder.isCombined, !encoder.rules[command.channel].isAction else {
            return body(command.channel, command.value)
        }
        for channel in encoder.combined { body(channel, encoder.lastSent(channel)) }
    }

    /// The zero frames that stop the arm when the state machine cannot.
    public var failsafe: FailsafeFrames { encoder.failsafe }

    /// How many times each frame of `failsafe` still has to be sent; none while nothing moves.
    public var pendingZeros: ZeroCounts { zeros(isWritten: false) }

    /// `pendingZeros` once the proposed command has been written.
    public var pendingZerosOnceWritten: ZeroCounts { zeros(isWritten: true) }

    private func zeros(isWritten: Bool) -> ZeroCounts {
        var encoder = encoder
        return encoder.pendingZeros(isWritten: isWritten)
    }

    /// Whether each command changes `failsafe`.
    public var failsafeChanges: Bool { encoder.failsafeChanges }

    /// Whether a channel's number is an assumption: never sent, or made uncertain by an action that was cut short.
    public func isAssumed(_ channel: Channel) -> Bool { encoder.state.channels[channel].isAssumed }

    /// Whether a held position is moving, so that screens have to be redrawn.
    public var isPositionMoving: Bool { encoder.channels.contains { positions[$0].isMoving } }

    /// Whether nothing is pending.
    public var hasSentAll: Bool {
        !encoder.isSendingZeros && !encoder.hasPendingMotion && playback?.motions.isEmpty != false
    }

    /// Whether every zero frame of a halt has been sent.
    public var hasSentZeros: Bool { !encoder.isSendingZeros }
}
