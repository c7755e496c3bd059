import WaldoTime

/// Parking: a motion to where the arm rests, at its slew rates, which ends the drive unless anything halts it.
extension DriveStateMachine {
    /// How far parking is.
    public var parkingPhase: ParkingPhase { parking.phase }

    /// Whether the operator may park the arm: its file says where it rests, and an operator drives it.
    public var canPark: Bool { arm.park != nil && !isPlayed }

    /// Starts to park, from the positions that were written or reported last.
    /// - Parameter isOver: whether a replay or a raster is over: before that it goes on.
    mutating func park(isOver: Bool = false) {
        guard let park = arm.park else { return }
        if isOver { parking.endsDrive = true }
        guard !parking.phase.isUnderWay else { return }
        guard !isPlayed || isOver else { return enterParking(.played) }
        guard blocked == nil, isAtRest, hasOpenGates, playback?.motions.isEmpty != false else {
            return enterParking(.refused)
        }
        guard park.targets.allSatisfy({ isKnown($0.channel) }) else {
            parking.endsDrive = true
            return enterParking(.unknown)
        }
        if encoder.halt(at: now) { notices.insert(.dropped) }
        closeGates()
        // After a halt on the way the arm stays there, and does not return to what was played last.
        for channel in encoder.channels { playback?.finish(channel) }
        parking.due = now + park.limit
        enterParking(.moving)
    }

    /// Whether no control is dead: what was ordered before a halt must not move the arm behind it.
    private var hasOpenGates: Bool {
        if let playback { return encoder.channels.allSatisfy(playback.isOpen) }
        return sliders.allSatisfy { $0.gate.isOpen || !$0.isInProfile }
            && joysticks.allSatisfy { $0.gate.isOpen || !$0.isInProfile }
    }

    /// A frame that carries all positions moves every channel to what is believed of it.
    private func isKnown(_ channel: Channel) -> Bool {
        guard encoder.isCombined else { return encoder.state.channels[channel].isKnown }
        return encoder.channels.allSatisfy { encoder.rules[$0].mode != .position || encoder.state.channels[$0].isKnown }
    }

    /// Halts an arm that is being parked, because of something else that is to move it.
    @inline(__always)
    mutating func haltParking() {
        if parking.phase.isUnderWay { halt(.touched) }
    }

    /// What closes the gates ends parking as well, with a halt.
    @inline(__always)
    mutating func interruptParking() {
        guard parking.phase.isUnderWay, parking.phase != .parked else { return }
        enterParking(.halted)
        // A new input or panel closes the gates without one.
        if !notices.contains(.halt) { halt(.touched) }
    }

    private mutating func enterParking(_ phase: ParkingPhase) {
        parking.phase = phase
        notices.insert(.parking)
    }

    /// Moves the channels, and notices a touch, the arrival, or that the time is over.
    mutating func updateParking() {
        guard let park = arm.park, parking.phase != .parked else { return }
        guard isAtRest else { return halt(.touched) }
        for target in park.targets { move(to: target) }
        if parking.phase == .settling {
            if parking.due <= now { enterParking(.parked) }
        } else if hasArrived(park) {
            parking.due = now + (arm.pose?.settlingTime ?? .zero)
            enterParking(parking.due <= now ? .parked : .settling)
        } else if parking.due <= now {
            halt(.overdue)
        }
    }

    private mutating func move(to target: ChannelProfile.Action.Setting) {
        let channel = target.channel, range = encoder.rules[channel].range
        let goal = range.normalised(Double(target.value))
        if positions[channel].target != goal { positions[channel].go(to: goal, at: now) }
        let number = range.quantised(positions[channel].value(at: now)), isThere = number == target.value
        if isThere { positions[channel].reset(goal) }
        encoder.set(channel, number, isTouched: !isThere, at: now)
    }

    private func hasArrived(_ park: ArmPark) -> Bool {
        park.targets.allSatisfy {
            !positions[$0.channel].isMoving && encoder.state.channels[$0.channel].written == $0.value
        }
    }

    /// When parking has to be looked at again; nil: at the next event.
    func parkingDeadline() -> Instant? {
        guard let park = arm.park, parking.phase != .parked else { return nil }
        if parking.phase == .moving, hasArrived(park) { return now }
        var earliest = parking.due
        // The controls' deadlines leave out a position that is sent on arrival alone.
        for target in park.targets where encoder.rules[target.channel].send == .release {
            let range = encoder.rules[target.channel].range
            if let next = positions[target.channel].nextChange(of: range, after: now) { earliest = min(earliest, next) }
        }
        return earliest
    }
}
