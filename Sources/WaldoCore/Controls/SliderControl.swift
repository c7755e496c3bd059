internal import WaldoTime

/// The slider as the operator moves it: its deflection, touch and gate.
struct SliderControl {
    private let mapping: SliderMapping
    private var reader: DimensionReader
    private var touch = Touch()
    private var hands = Hands()
    private(set) var gate = NeutralGate()
    /// The deflection at which a finger holds it, -1...+1; nil: no finger does.
    var finger: Double?

    init(_ mapping: SliderMapping) {
        self.mapping = mapping
        reader =
            switch mapping.source {
            case .axis(let axis): DimensionReader(axis: axis)
            case .halves(let forward, let backward): DimensionReader(ahead: forward, behind: backward)
            case .keys(let forward, let backward): DimensionReader(aheadKeys: forward, behindKeys: backward)
            }
    }

    /// Whether the operator holds it, by the input or by a finger.
    var isTouched: Bool { hands.holder != nil }

    /// When the input's touch ends if nothing moves until then; nil: no end is pending.
    var touchDeadline: Instant? { touch.deadline }

    /// The live deflection, -1...+1; zero while nothing holds it.
    var deflection: Double {
        if hands.holder == .finger { return finger ?? 0 }
        guard gate.isOpen, hands.takesInput else { return 0 }
        let shaped = mapping.shaping.shaped(reader.value.magnitude)
        return reader.value < 0 ? -shaped : shaped
    }

    var isAtRest: Bool { finger == nil && reader.isAtRest(within: mapping.shaping.deadZone) }

    /// What keeps it from being at rest.
    var held: [HeldSource] {
        reader.held(within: mapping.shaping.deadZone) + (finger == nil ? [] : [.finger])
    }

    var speed: Double { mapping.speed }

    mutating func adopt(_ state: InputState) { reader.adopt(state) }

    mutating func apply(_ event: InputEvent) { reader.apply(event) }

    mutating func close() {
        gate.close()
        touch = Touch()
        hands = Hands()
    }

    mutating func settle(isBlocked: Bool, at now: Instant) {
        gate.follow(isAtRest: gate.isOpen || isAtRest, isBlocked: isBlocked, at: now)
        guard gate.isOpen else { return }
        touch.follow(reader.value.magnitude, deadZone: mapping.shaping.deadZone, at: now)
        hands.follow(input: touch.isTouched, finger: finger != nil)
    }
}
