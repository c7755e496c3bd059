public import WaldoCore
public import WaldoTime

/// A hand that answers the wizard on a clock of its own: it pushes axes and presses keys of an input whose axes jitter
/// and go along with each other.
public struct WizardHand {
    /// The time between two reports.
    private static let interval: TimeSpan = .milliseconds(10)

    /// The wizard.
    public var wizard: MappingWizard
    /// The clock.
    public private(set) var now: Instant = 1_000_000
    /// The input, with its axes where they really rest.
    public let input: InputDescription
    /// The part of an axis's range within which it jitters.
    public var noise: Double
    private var random: SeededGenerator
    private var axes: [UInt16: AxisState] = [:]
    /// Axes that move by themselves all the time, such as a motion sensor's.
    public var restless: Set<UInt16> = []

    /// Plugs an input in.
    /// - Parameter stated: axes of which the kernel states 0, because they have sent nothing yet.
    public init(
        _ wizard: MappingWizard, _ input: InputDescription, seed: UInt64, noise: Double, stated: Set<UInt16> = []
    ) {
        (self.wizard, self.input, self.noise, random) = (wizard, input, noise, SeededGenerator(seed))
        for axis in input.axes { axes[axis.code] = axis }
        plugIn(stated: stated)
    }

    /// Plugs it in, after it was unplugged.
    public mutating func plugIn(stated: Set<UInt16> = []) {
        var state = InputState(axes: input.axes)
        for place in state.axes.indices where stated.contains(state.axes[place].code) {
            let axis = state.axes[place]
            state.axes[place].value = max(axis.minimum, min(axis.maximum, 0))
        }
        wizard.added(input, state, at: now)
    }

    /// The hands lie still.
    public mutating func wait(_ span: TimeSpan) {
        let end = now + span
        while now < end {
            jitter()
            report()
        }
    }

    /// Pushes axes from their rests to these values and back, each with what goes along, and keys with them.
    /// - Parameters:
    ///   - ends: the axes, with the values at the end of the push.
    ///   - along: what goes along, by how much of its own way.
    ///   - keys: keys that are down while the push is beyond its half.
    ///   - hold: how long the end is held.
    public mutating func push(
        _ ends: [(code: UInt16, to: Int32)], along: [(code: UInt16, part: Double)] = [], keys: [UInt16] = [],
        hold: TimeSpan = .milliseconds(150), steps: Int = 15
    ) {
        let way = Array(1...steps), back = Array((0..<steps).reversed())
        for (place, step) in (way + back).enumerated() {
            move(ends, along, Double(step) / Double(steps))
            if place == way.count / 2 { for key in keys { wizard.handle(.key(key, down: true), at: now) } }
            if place == way.count + back.count / 2 {
                for key in keys { wizard.handle(.key(key, down: false), at: now) }
            }
            report()
            if place == way.count - 1 {
                let end = now + hold
                while now < end { report() }
            }
        }
    }

    private mutating func move(
        _ ends: [(code: UInt16, to: Int32)], _ along: [(code: UInt16, part: Double)], _ part: Double
    ) {
        for (code, end) in ends {
            guard let axis = axes[code] else { continue }
            send(code, axis.value + Int32((Double(end) - Double(axis.value)) * part))
        }
        for (code, most) in along {
            guard let axis = axes[code] else { continue }
            send(code, axis.value + Int32((Double(axis.maximum) - Double(axis.value)) * part * most))
        }
    }

    /// Presses keys together.
    public mutating func press(_ keys: UInt16..., hold: TimeSpan = .milliseconds(120)) {
        for key in keys { wizard.handle(.key(key, down: true), at: now) }
        report()
        let end = now + hold
        while now < end { report() }
        for key in keys { wizard.handle(.key(key, down: false), at: now) }
        report()
    }

    /// Leaves an axis somewhere.
    public mutating func leave(_ code: UInt16, at value: Int32) {
        axes[code]?.value = value
        send(code, value)
        report()
    }

    private mutating func jitter() {
        guard noise > 0 else { return }
        for axis in axes.values.sorted(by: { $0.code < $1.code }) where !restless.contains(axis.code) {
            let most = Int32(noise * (Double(axis.maximum) - Double(axis.minimum)) / 2)
            guard most > 0, Int.random(in: 0..<3, using: &random) == 0 else { continue }
            send(axis.code, axis.value + .random(in: -most...most, using: &random))
        }
    }

    private mutating func report() {
        for code in restless.sorted() {
            if let axis = axes[code] { send(code, .random(in: axis.minimum...axis.maximum, using: &random)) }
        }
        wizard.handle(.report(more: false), at: now)
        now += Self.interval
        wizard.advance(to: now)
    }

    private mutating func send(_ code: UInt16, _ value: Int32) {
        guard let axis = axes[code] else { return }
        wizard.handle(.axis(code, max(axis.minimum, min(axis.maximum, value))), at: now)
    }
}
