import WaldoCore
import WaldoTime

/// The operator of a proved drive: moves one control after the other, and holds on to them when something goes wrong.
struct ProofHand {
    /// Whether the operator drives; otherwise the controls stay as they are.
    var isDriving = false
    private let hand: MappedHand, controls: [Control], isJoystick: [Bool]
    private var next = Instant.distantPast
    private var random: SimulationRandom

    init(_ arm: Arm, _ mapping: Mapping, seed: UInt64) {
        hand = MappedHand(mapping)
        controls = mapping.allControls.filter { control in
            mapping.controls[control.index].references.contains { arm.has($0.channel) }
        }
        isJoystick = controls.map { mapping.controls[$0.index].isJoystick }
        random = SimulationRandom(seed: seed)
    }

    /// The input at rest.
    var rest: InputState { hand.rest }

    /// What the operator does by now.
    mutating func turn(at now: Instant) -> [DriveEvent] {
        guard isDriving, now >= next, !controls.isEmpty else { return [] }
        next = now + .milliseconds(.random(in: 15...150, using: &random))
        let index = Int.random(in: 0..<controls.count, using: &random)
        return report(hand.events(controls[index], deflection(), isJoystick[index] ? deflection() : 0))
    }

    /// Everything is released.
    mutating func letGo() -> [DriveEvent] { report(controls.flatMap { hand.events($0, 0) }) }

    /// As hands do: all the way, not at all, or anything between.
    private mutating func deflection() -> Double {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: 0
        case 1...2: -1
        case 3...4: 1
        default: .random(in: -1...1, using: &random)
        }
    }

    private func report(_ events: [InputEvent]) -> [DriveEvent] {
        events.map { .input($0) } + [.input(.report(more: false))]
    }
}
