import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

/// The hand of a shipped arm along a square on the table, by its shipped mappings.
@Suite struct HandSquareTests {
    /// What moves the hand.
    enum Means: String, CaseIterable { case pad, finger, keys }

    /// An arm, and the mappings by which a pad or a finger, and keys, move its hand.
    struct Files: Sendable {
        let arm: String, pad: String, keys: String
        /// For how long the hand is drawn back at first, away from a straight arm.
        var back = TimeSpan.zero
    }

    private static let files = [
        Files(arm: "mearm", pad: "gamepad-hand", keys: "keyboard-hand"),
        Files(arm: "mearm-usb", pad: "gamepad-hand", keys: "keyboard-hand"),
        Files(arm: "so101", pad: "gamepad-wrist", keys: "keyboard-wrist", back: .milliseconds(1_100)),
    ]

    /// Millimetres a second at full deflection, and for how long: each side is 40 mm long.
    private static let rate = 60.0, span = TimeSpan.milliseconds(660)
    private static let sides: [(x: Double, y: Double)] = [(1, 0), (0, 1), (-1, 0), (0, -1)]

    private static let axes: [AxisState] =
        [Code.x, Code.y, Code.rx, Code.ry].map { AxisState($0, minimum: -32_768, maximum: 32_767, value: 0) }
        + [Code.z, Code.rz].map { AxisState($0, minimum: 0, maximum: 255, value: 0) }

    /// A drive of an arm whose hand is moved by one means.
    struct Square {
        let means: Means
        private(set) var harness: DriveHarness
        private let chain: HandChain

        init(_ arm: Arm, _ mapping: Mapping, _ means: Means) throws {
            chain = try #require(HandChain(arm))
            self.means = means
            harness = DriveHarness(arm, mapping)
            harness.step(.link(.up(takenOver: false)))
            harness.step(means == .finger ? .finger(.there) : .inputAdded(InputState(axes: HandSquareTests.axes)))
            harness.advance(.milliseconds(300))
            if harness.stateMachine.isStopped { harness.step(.operator(.resume)) }
            harness.advance(.milliseconds(300))
            if !harness.stateMachine.unreported.isEmpty {
                harness.step(.reported(PerChannel(arm.startValues.list.map { Optional($0) })))
            }
            harness.advance(.milliseconds(600))
        }

        /// The point of the hand by what was commanded, in millimetres.
        var point: SIMD3<Double> { place.point }

        private var place: HandPlace {
            var numbers = SIMD8<Double>.zero
            for channel in harness.stateMachine.arm.channels {
                numbers[channel.index] = Double(harness.stateMachine.number(channel, at: harness.now))
            }
            return chain.place(at: numbers)
        }

        /// Whether the arm was sent all of it.
        var isSent: Bool {
            let machine = harness.stateMachine
            return machine.arm.channels.allSatisfy { machine.written($0) == machine.number($0, at: harness.now) }
        }

        /// How far rounding each number to a whole one moves the hand along an axis at most, in millimetres.
        var resolution: SIMD3<Double> {
            let place = place
            func half(_ row: SIMD8<Double>) -> Double { (0..<8).reduce(0) { $0 + row[$1].magnitude / 2 } }
            return SIMD3(half(place.x), half(place.y), half(place.z))
        }

        /// The profile that has the table's edges.
        mutating func takeTable() {
            for _ in 0..<3 where harness.stateMachine.profile?.name != "table" {
                harness.step(.operator(.nextProfile))
                harness.advance(.milliseconds(400))
            }
        }

        /// Deflects the control of this name, x to the right and y upward; 0: lets go.
        mutating func deflect(_ name: String, x: Double, y: Double) throws {
            let mapping = harness.stateMachine.mapping, control = try #require(mapping.control(named: name))
            if means == .finger {
                let (x, y) = (Int32(x * 1_000), Int32(y * 1_000))
                let isSlider = mapping.controls[control.index].isSlider
                let touch: FingerEvent = isSlider ? .deflected(control, y) : .moved(control, x: x, y: y)
                return harness.step(.finger(x == 0 && y == 0 ? .released(control) : touch))
            }
            switch mapping.controls[control.index].kind {
            case .joystick(let stick, _, _):
                switch stick.source {
                case .axes(let one, let other): axis((one, x), (other, y))
                case .keys(let up, let down, let left, let right): keys((up, y), (down, -y), (left, -x), (right, x))
                }
            case .slider(let slider, _):
                switch slider.source {
                case .axis(let source): axis((source, y))
                case .keys(let forward, let backward): keys((forward, y), (backward, -y))
                case .halves: Issue.record("\(name) has two halves")
                }
            case .button: Issue.record("\(name) is a button")
            }
        }

        private mutating func axis(_ values: (source: AxisSource, value: Double)...) {
            for (source, value) in values {
                let signed = source.invert ? -value : value
                harness.step(.input(.axis(source.code, signed < 0 ? -32_768 : signed > 0 ? 32_767 : 0)))
            }
            harness.step(.input(.report(more: false)))
        }

        private mutating func keys(_ values: (codes: [UInt16], value: Double)...) {
            for (codes, value) in values { harness.step(.input(.key(codes[0], down: value > 0))) }
            harness.step(.input(.report(more: false)))
        }

        /// Holds a control and calls `look` each 10 ms, then lets go.
        mutating func hold(
            _ name: String, x: Double, y: Double, for span: TimeSpan, _ look: (Square) -> Void = { _ in }
        ) throws {
            try deflect(name, x: x, y: y)
            let end = harness.now + span
            while harness.now < end {
                harness.advance(.milliseconds(10))
                look(self)
            }
            try deflect(name, x: 0, y: 0)
            harness.advance(.milliseconds(400))
            look(self)
        }
    }

    @Test(arguments: files, Means.allCases)
    func theHandFollowsASquareOnTheTable(_ files: Files, _ means: Means) throws {
        let library = Library(directory: nil), arm = try library.loadArm(files.arm)
        let mapping = try library.loadMapping(means == .keys ? files.keys : files.pad)
        #expect(arm.problem(with: mapping) == nil && arm.handRemarks(on: mapping).isEmpty)
        var square = try Square(arm, mapping, means)
        square.takeTable()
        #expect(square.harness.stateMachine.profile?.name == "table")
        // Down to the table, some 50 mm above the base's. Near a straight arm the way there is slower.
        if files.back > .zero { try square.hold("table", x: 0, y: -1, for: files.back) }
        try square.hold("up", x: 0, y: -1, for: .microseconds(Int64((square.point.z - 50) / Self.rate * 1e6)))
        let corner = square.point
        #expect(abs(corner.z - 50) < 10, "\(corner)")
        // An interval begins at once.
        let step = Self.rate * Double(max(5_000, arm.pacing.interval.microseconds)) / 1e6
        let length = Self.rate * Double(Self.span.microseconds) / 1e6
        var ideal = corner, slack = SIMD3<Double>.zero, worst = 0.0
        for (side, (x, y)) in Self.sides.enumerated() {
            let from = square.point
            var bound = square.resolution
            // Left is +y of the base, and -x of a stick.
            try square.hold("table", x: -y, y: x, for: Self.span) { square in
                let way = square.point - from
                bound = SIMD3(
                    max(bound.x, square.resolution.x), max(bound.y, square.resolution.y),
                    max(bound.z, square.resolution.z))
                // Across the side, and up.
                let across = x == 0 ? (way.x.magnitude, bound.x) : (way.y.magnitude, bound.y)
                #expect(across.0 <= across.1 + 0.05, "side \(side): \(across.0) mm beside it")
                #expect(way.z.magnitude <= bound.z + 0.05, "side \(side): \(way.z) mm above the table")
                worst = max(worst, across.0, way.z.magnitude)
            }
            ideal += SIMD3(x, y, 0) * length
            // Each side begins at whole numbers.
            slack += bound + SIMD3(x.magnitude, y.magnitude, 0) * step
            #expect(square.isSent)
            let off = square.point - ideal
            for (off, slack) in [(off.x, slack.x), (off.y, slack.y), (off.z, slack.z)] {
                #expect(off.magnitude <= slack, "corner \(side): \(off) mm off")
            }
        }
        let off = square.point - corner
        print("\(files.arm) by \(means): \(worst) mm beside a side at most, \(off) mm from where it began")
        #expect(square.harness.stateMachine.lastHalt != .late && square.harness.stateMachine.handShare == nil)
    }
}
