import WaldoTime

/// A joystick as the operator moves it: its deflection, touch and gate.
struct JoystickControl {
    let control: Control
    /// The channels that its x and y move; nil: that axis moves none of this arm.
    let channels: (x: Channel?, y: Channel?)
    private let mapping: JoystickMapping
    private var x: DimensionReader
    private var y: DimensionReader
    private var clutch: KeyReader
    /// The stick's displacement before dead zone and curve; the corners of a square gate are mapped onto the circle.
    /// Kept up to date, because it is read more often than it changes.
    private var displacement = Displacement(x: 0, y: 0)
    private let snap: AxialSnap
    private let rules: DriveRules
    private var touch = Touch()
    private var hands = Hands()
    private(set) var gate = NeutralGate()
    /// Whether the profile in force has it.
    var isInProfile = true
    /// Whether the input's touch has just ended.
    private(set) var inputReleased = false
    /// Whether its held positions are on their way to the centre.
    var isRecentring = false
    /// Where the held positions were when the finger touched down.
    var grip: (x: Double, y: Double)?
    /// How far a finger has moved since it touched down, in radii of the disc; nil: no finger is on it.
    var finger: (x: Double, y: Double)?

    init(
        _ control: Control, _ mapping: JoystickMapping, moves channels: (x: Channel?, y: Channel?),
        rules: DriveRules = .present
    ) {
        self.rules = rules
        self.control = control
        self.channels = channels
        self.mapping = mapping
        (behaviour, speed) = (mapping.behaviour, mapping.speed)
        snap = AxialSnap(degrees: mapping.snap)
        switch mapping.source {
        case .axes(let x, let y):
            self.x = DimensionReader(positive: x, rules: rules)
            self.y = DimensionReader(positive: y, rules: rules)
        case .keys(let up, let down, let left, let right):
            x = DimensionReader(positiveKeys: right, negativeKeys: left, rules: rules)
            y = DimensionReader(positiveKeys: up, negativeKeys: down, rules: rules)
        }
        clutch = KeyReader(mapping.clutch)
    }

    let behaviour: JoystickMapping.Behaviour
    let speed: Double

    /// Whether the operator holds it, by the input or by a finger.
    var isTouched: Bool { hands.holder != nil }

    /// Whether the operator holds it by the input.
    var isHeldByInput: Bool { hands.holder == .input }

    /// When the input's touch ends if nothing moves until then; nil: no end is pending.
    var touchDeadline: Instant? { touch.deadline }

    /// The displacement of the finger that holds it; nil: no finger does.
    var fingerOffset: (x: Double, y: Double)? { hands.holder == .finger ? finger : nil }

    /// The live deflection inside the unit disc, x to the right and y upward; zero while nothing holds it.
    @inline(__always)
    var deflection: (x: Double, y: Double) {
        if let fingerOffset { return snapped(within(1, fingerOffset)) }
        guard gate.isOpen, hands.takesInput, clutch.isEmpty || clutch.isDown else { return (0, 0) }
        let length = displacement.length
        guard length > 0 else { return (0, 0) }
        return snap.turned((displacement.x, displacement.y), to: mapping.shaping.shaped(min(1, length)))
    }

    /// A finger that moves the hand snaps as a stick does. One that moves channels is a place on the disc.
    private func snapped(_ offset: (x: Double, y: Double)) -> (x: Double, y: Double) {
        guard channels.x == nil, channels.y == nil, offset != (0, 0) else { return offset }
        return snap.turned(offset, to: (offset.x * offset.x + offset.y * offset.y).squareRoot())
    }

    /// Whether a held position follows the deflection now.
    var isFollowing: Bool {
        hands.holder == .input && (!clutch.isEmpty || displacement.length > mapping.shaping.deadZone)
    }

    var isAtRest: Bool {
        let deadZone = mapping.shaping.deadZone
        return finger == nil && !clutch.isDown && displacement.length <= deadZone && x.isAtRest(within: deadZone)
            && y.isAtRest(within: deadZone)
    }

    /// What keeps it from being at rest.
    var heldSources: [HeldSource] {
        let deadZone =
            displacement.length > mapping.shaping.deadZone ? 0.7 * mapping.shaping.deadZone : mapping.shaping.deadZone
        return x.heldSources(within: deadZone) + y.heldSources(within: deadZone) + clutch.codesDown.map { .key($0) }
            + (finger == nil ? [] : [.finger])
    }

    /// Its axes for screens: x, then y.
    var readings: [AxisReading] {
        let deadZone = mapping.shaping.deadZone
        return x.readings(deadZone: deadZone) + y.readings(deadZone: deadZone)
    }

    /// - Parameter isAdded: whether the input has just been added, and where its axes rest is to be learned.
    mutating func adopt(_ state: InputState, isAdded: Bool) {
        let tolerance = isAdded ? mapping.shaping.restTolerance(of: mapping.axes, in: state.axes, rules) : nil
        x.adopt(state, tolerance: tolerance)
        y.adopt(state, tolerance: tolerance)
        clutch.adopt(state)
        updateDisplacement()
    }

    mutating func apply(_ event: InputEvent) {
        x.apply(event)
        y.apply(event)
        if !event.isReport { updateDisplacement() }
        if case .key(let code, let down) = event { clutch.apply(code, down: down) }
    }

    mutating func close() {
        gate.close()
        touch = Touch()
        hands = Hands()
        inputReleased = false
        isRecentring = false
    }

    @inline(__always)
    mutating func update(isBlocked: Bool, at now: Instant) {
        gate.follow(isAtRest: gate.isOpen || isAtRest, isBlocked: isBlocked || !isInProfile, at: now)
        guard gate.isOpen else { return }
        let wasHeld = hands.holder == .input
        if clutch.isEmpty {
            touch.follow(displacement.length, deadZone: mapping.shaping.deadZone, at: now)
        } else {
            touch.follow(clutch.isDown)
        }
        hands.follow(input: touch.isTouched, finger: finger != nil)
        inputReleased = wasHeld && hands.holder != .input
    }

    private mutating func updateDisplacement() {
        displacement = gated(x.value, y.value)
        // A rest learned while a hand held the stick is false: the nearer rest counts.
        if x.isShifted || y.isShifted {
            displacement.length = min(displacement.length, gated(x.nominalValue, y.nominalValue).length)
        }
    }

    @inline(__always)
    private func gated(_ x: Double, _ y: Double) -> Displacement {
        guard mapping.gate == .square else { return Displacement(x: x, y: y) }
        return Displacement(x: x * (1 - y * y / 2).squareRoot(), y: y * (1 - x * x / 2).squareRoot())
    }

    private struct Displacement {
        var x: Double, y: Double
        /// Its length, which decides how fast the joystick moves.
        var length: Double

        init(x: Double, y: Double) {
            (self.x, self.y) = (x, y)
            length = (x * x + y * y).squareRoot()
        }
    }
}

/// Clamps a point to a disc of this radius, keeping its direction.
func within(_ radius: Double, _ point: (x: Double, y: Double)) -> (x: Double, y: Double) {
    let length = (point.x * point.x + point.y * point.y).squareRoot()
    return length > radius ? (point.x * (radius / length), point.y * (radius / length)) : point
}
