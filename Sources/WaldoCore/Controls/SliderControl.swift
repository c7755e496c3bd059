import WaldoTime

/// A slider or a button as the operator moves it: its deflection, touch and gate. A pressed button is deflected to 1.
struct SliderControl {
    let control: Control
    /// The channel that it moves; nil: the arm has no such channel.
    let channel: Channel?
    /// Whether it is a button, which precision does not change.
    let isButton: Bool
    private let mapping: SliderMapping
    private var reader: DimensionReader
    private var touch = Touch()
    private var hands = Hands()
    private(set) var gate = NeutralGate()
    /// Whether the profile in force has it.
    var isInProfile = true
    /// The deflection at which a finger holds it, -1...+1; nil: no finger does.
    var finger: Double?
    /// Presses that have not moved it yet, + forward; only with `behaviour: step`.
    private var presses = 0
    private let rules: DriveRules
    /// Whether the touch has just ended.
    private(set) var isReleased = false
    private var fingerHasLeft = false

    /// A button that sends an action; nil: the arm has no such action.
    init(_ control: Control, button keys: [UInt16], sends action: Channel?, rules: DriveRules) {
        let mapping = SliderMapping(.keys(forward: keys, backward: []))
        self.init(control, mapping, moves: action, isButton: true, rules: rules)
    }

    init(
        _ control: Control, _ mapping: SliderMapping, moves channel: Channel?, isButton: Bool = false,
        rules: DriveRules
    ) {
        self.control = control
        self.isButton = isButton
        self.channel = channel
        self.mapping = mapping
        (behaviour, speed) = (mapping.behaviour, mapping.speed)
        reader =
            switch mapping.source {
            case .axis(let axis): DimensionReader(positive: axis, rules: rules)
            case .halves(let forward, let backward):
                DimensionReader(positive: forward, negative: backward, rules: rules)
            case .keys(let forward, let backward):
                DimensionReader(positiveKeys: forward, negativeKeys: backward, rules: rules)
            }
        self.rules = rules
    }

    let behaviour: SliderMapping.Behaviour
    let speed: Double

    /// Whether the operator holds it, by the input or by a finger.
    var isTouched: Bool { hands.holder != nil }

    /// Whether the operator holds it by the input.
    var isHeldByInput: Bool { hands.holder == .input }

    /// Whether a finger moves it, or has just left it.
    var isFingered: Bool { hands.holder == .finger || fingerHasLeft }

    /// When the input's touch ends if nothing moves until then; nil: no end is pending.
    var touchDeadline: Instant? { touch.deadline }

    /// The live deflection, -1...+1; zero while nothing holds it.
    @inline(__always)
    var deflection: Double {
        if hands.holder == .finger { return finger ?? 0 }
        guard gate.isOpen, hands.takesInput else { return 0 }
        let value = reader.value
        let shaped = mapping.shaping.shaped(reader.displacement)
        return value < 0 ? -shaped : shaped
    }

    var isAtRest: Bool { finger == nil && reader.isAtRest(within: mapping.shaping.deadZone) }

    /// What keeps it from being at rest.
    var heldSources: [HeldSource] {
        reader.heldSources(within: mapping.shaping.deadZone) + (finger == nil ? [] : [.finger])
    }

    /// Its axes for screens.
    var readings: [AxisReading] { reader.readings(deadZone: mapping.shaping.deadZone) }

    /// - Parameter isAdded: whether the input has just been added, and where its axes rest is to be learned.
    mutating func adopt(_ state: InputState, isAdded: Bool) {
        reader.adopt(
            state, tolerance: isAdded ? mapping.shaping.restTolerance(of: mapping.axes, in: state.axes, rules) : nil)
    }

    mutating func apply(_ event: InputEvent) {
        guard behaviour == .step else { return reader.apply(event) }
        let before = reader.value
        reader.apply(event)
        // A press counts however short it is: its release may be in the same report.
        guard gate.isOpen, hands.takesInput, case .key(_, down: true) = event else { return }
        let moved = reader.value - before
        if moved != 0 { presses += moved > 0 ? 1 : -1 }
    }

    /// How far the presses since the last call move it, in full scales.
    mutating func takeSteps() -> Double {
        defer { presses = 0 }
        return Double(presses) * mapping.step
    }

    mutating func close() {
        gate.close()
        touch = Touch()
        hands = Hands()
        presses = 0
        isReleased = false
        fingerHasLeft = false
    }

    @inline(__always)
    mutating func update(isBlocked: Bool, at now: Instant) {
        gate.follow(isAtRest: gate.isOpen || isAtRest, isBlocked: isBlocked || !isInProfile, at: now)
        guard gate.isOpen else { return }
        let before = hands.holder
        if isButton {
            touch.follow(reader.value != 0)
        } else {
            touch.follow(reader.displacement, deadZone: mapping.shaping.deadZone, at: now)
        }
        hands.follow(input: touch.isTouched, finger: finger != nil)
        isReleased = before != nil && hands.holder == nil
        fingerHasLeft = before == .finger && hands.holder != .finger
    }
}
