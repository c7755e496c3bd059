import WaldoTime

/// The hand's controls: they ask for a velocity, and the joints' numbers follow.
extension DriveStateMachine {
    mutating func updateHand() {
        var velocity = HandVelocity(hand[0].frames[profileIndex]), isTouched = false
        for binding in hand[0].bindings {
            let deflection: Double
            switch slots[binding.control.index] {
            case .slider(let index):
                deflection = sliders[index].deflection
                if sliders[index].isTouched { isTouched = true }
            case .joystick(let index):
                deflection = binding.isY ? joysticks[index].deflection.y : joysticks[index].deflection.x
                if joysticks[index].isTouched { isTouched = true }
            }
            if deflection != 0 { velocity.set(binding.axis, deflection * binding.rate * precision) }
        }
        guard isTouched else {
            if hand[0].isTouched {
                hand[0].end()
                notices.insert(.position)
            }
            return
        }
        hand[0].touch()
        // What the link does not carry would wind up, and come as one jump.
        if !encoder.takesMotion { velocity.rates = .zero }
        if hand[0].isDue(velocity, at: now) { moveHand(velocity) }
        if hand[0].isMoving { moves = true }
    }

    /// What the channels are to be sent, in units of 10^-decimals.
    private var desired: SIMD8<Double> {
        var numbers = SIMD8<Double>.zero
        for channel in encoder.channels { numbers[channel.index] = Double(encoder.state.channels[channel].desired) }
        return numbers
    }

    private mutating func moveHand(_ velocity: HandVelocity) {
        guard let moved = hand[0].move(velocity, in: profileIndex, from: desired, at: now) else { return }
        for channel in encoder.channels where moved.joints[channel.index] {
            let range = encoder.rules[channel].range
            positions[channel].reset(range.normalised(moved.numbers[channel.index]))
            encoder.set(channel, range.quantised(positions[channel].value(at: now)), isTouched: false, at: now)
        }
    }

    /// How fast the hand moves, as a part of what its controls ask; less than 1 near a singular place, or when a joint
    /// is at its end or at its fastest. Nil: it does not move.
    public var handShare: Double? { hand.first.flatMap { $0.isMoving ? $0.share : nil } }

    /// Where the hand is asked to go, in metres a second along the axes of the arm's system; nil: nowhere.
    public var handWay: ArmPoint? {
        guard let way = hand.first?.way(in: profileIndex, from: desired), way != .zero else { return nil }
        return ArmPoint(x: way.x / 1_000, y: way.y / 1_000, z: way.z / 1_000)
    }

    /// The joints that are at their ends and would have to go on for what the hand's controls ask.
    public var jointsAtEnd: [Channel] {
        guard let drive = hand.first else { return [] }
        return encoder.channels.filter { drive.ended[$0.index] }
    }

    /// Whether controls of the hand move a channel.
    /// - Parameter inForce: whether those of the profile in force alone count.
    public func isMovedByHand(_ channel: Channel, inForce: Bool = true) -> Bool {
        guard let drive = hand.first else { return false }
        return (inForce ? drive.joints(in: profileIndex) : drive.allJoints)[channel.index]
    }

    /// The axis of the hand that a control moves, a slider's as x, and its rate at full deflection in millimetres or
    /// degrees a second; nil: it moves none.
    public func handAxis(of control: Control, isY: Bool) -> (axis: HandAxis, rate: Double)? {
        hand.first?.bindings.first { $0.control == control && $0.isY == isY }.map { ($0.axis, $0.rate) }
    }
}
