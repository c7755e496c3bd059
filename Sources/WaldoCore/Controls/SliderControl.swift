/// The slider in the operator's hand: its way, its touch and its gate.
struct SliderControl {
    private let mapping: SliderMapping
    private var reader: DimensionReader
    private(set) var touch = Touch()
    private(set) var gate = NeutralGate()

    init(_ mapping: SliderMapping) {
        self.mapping = mapping
        reader =
            switch mapping.source {
            case .axis(let axis): DimensionReader(axis: axis)
            case .halves(let forward, let backward): DimensionReader(ahead: forward, behind: backward)
            case .keys(let forward, let backward): DimensionReader(aheadKeys: forward, behindKeys: backward)
            }
    }

    /// The live deflection, -1...+1; zero while the gate is shut.
    var deflection: Double {
        guard gate.isOpen else { return 0 }
        let shaped = mapping.shaping.shaped(reader.value.magnitude)
        return reader.value < 0 ? -shaped : shaped
    }

    var isAtRest: Bool { reader.isAtRest(within: mapping.shaping.deadZone) }

    /// What keeps it from rest.
    var held: [HeldSource] { reader.held(within: mapping.shaping.deadZone) }

    var speed: Double { mapping.speed }

    mutating func adopt(_ state: InputState) { reader.adopt(state) }

    mutating func apply(_ event: InputEvent) { reader.apply(event) }

    mutating func close() {
        gate.close()
        touch = Touch()
    }

    mutating func settle(isBlocked: Bool, at now: Microseconds) {
        gate.follow(isAtRest: gate.isOpen || isAtRest, isBlocked: isBlocked, at: now)
        guard gate.isOpen else { return }
        touch.follow(reader.value.magnitude, deadZone: mapping.shaping.deadZone, at: now)
    }
}
