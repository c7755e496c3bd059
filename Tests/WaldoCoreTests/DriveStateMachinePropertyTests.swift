import Testing
import WaldoCore
import WaldoTestSupport

/// What holds for every stream of events, on a clock that the test moves.
@Suite struct DriveStateMachinePropertyTests {
    static let mappings: [Mapping] = [
        .pad(), .pad(.spring), .pad(.hold, clutch: [Code.tl]), .pad(enable: [Code.tl]), .keyboard(.hold),
        .keyboard(.rate),
    ]

    /// Random operation, then everything is released, then ten quiet seconds.
    static func drive(_ seed: UInt64, slowLink: Bool = false) -> StateMachineBench {
        var random = SeededGenerator(seed)
        let arm = Arm.samples.randomElement(using: &random)!
        var bench = StateMachineBench(arm, mappings.randomElement(using: &random)!)
        bench.start(.padAtRest)
        for _ in 0..<300 {
            bench.advance(
                Bool.random(using: &random)
                    ? .random(in: 0...3_000, using: &random) : .random(in: 0...400_000, using: &random))
            happen(&bench, &random)
            if slowLink && Bool.random(using: &random) { bench.step(.link(.ready)) }
        }
        bench.step(.link(.up(takenOver: false)))
        bench.step(.inputResynced(.padAtRest))
        bench.step(.operator(.recentre(down: false)))
        bench.step(.finger(.letGo(.slider)))
        bench.step(.finger(.letGo(.joystick)))
        for _ in 0..<200 {
            bench.advance(.milliseconds(50))
            bench.step(.link(.ready))
        }
        return bench
    }

    static func happen(_ bench: inout StateMachineBench, _ random: inout SeededGenerator) {
        let axes: [(UInt16, ClosedRange<Int32>)] = [
            (Code.rx, -33000...33000), (Code.ry, -33000...33000), (Code.z, -5...260), (Code.rz, -5...260),
        ]
        let keys = [Code.w, Code.s, Code.up, Code.down, Code.left, Code.right, Code.tl, Code.select]
        switch Int.random(in: 0..<54, using: &random) {
        case 0: bench.step(.operator(.stop))
        case 1, 2: bench.step(.operator(.resume))
        case 3: bench.step(.link(.down))
        case 4, 5: bench.step(.link(.up(takenOver: Bool.random(using: &random))))
        case 6: bench.step(.inputLost)
        case 7, 8: bench.step(.inputAdded(.padAtRest))
        case 9: bench.step(.inputResynced(.padAtRest))
        case 10: bench.step(.operator(.halt(.failure)))
        case 11: bench.step(.link(.ready))
        case 40: bench.step(.link(.held))
        case 41: bench.step(.link(.flowing))
        case 42...: bench.step(.finger(finger(&random)))
        case 12..<26:
            let (code, range) = axes.randomElement(using: &random)!
            let value = Bool.random(using: &random) ? .random(in: range, using: &random) : max(range.lowerBound, 0)
            bench.input(.axis(code, value), more: Int.random(in: 0..<8, using: &random) == 0)
        default:
            bench.input(.key(keys.randomElement(using: &random)!, down: Bool.random(using: &random)))
        }
    }

    static func finger(_ random: inout SeededGenerator) -> FingerEvent {
        let places: ClosedRange<Int32> = -2_100...2_100
        return switch Int.random(in: 0..<12, using: &random) {
        case 0: .there
        case 1: .lost
        case 2: .gone
        case 3: .recentre
        case 4, 5: .letGo(.slider)
        case 6: .letGo(.joystick)
        case 7, 8: .slider(.random(in: places, using: &random))
        default: .joystick(x: .random(in: places, using: &random), y: .random(in: places, using: &random))
        }
    }

    /// Whether a command asks for motion: anything but a velocity's zero. In a frame for all channels: whether it
    /// carries any motion that the frame before did not.
    static func isMotion(_ command: Command, after before: Command?, _ arm: Arm) -> Bool {
        guard arm.frame != nil else {
            let profile = arm.channels[command.channel]!
            return profile.mode == .position || command.value != profile.range.zero
        }
        let now = command.frame.bytes, then = before?.frame.bytes ?? [0xa5, 0, 0, 0, 0, 0]
        let slider = now[1] != 0 && now[1] != then[1]
        let zy = now[4...5] != [0, 0] && now[4...5] != then[4...5]
        return slider || zy || now[2...3] != then[2...3]
    }

    static let seeds = 1...UInt64(150)

    @Test func noMotionLeavesWithinTheIntervalOfAnyWrite() {
        for seed in Self.seeds {
            let bench = Self.drive(seed)
            let arm = bench.stateMachine.arm
            for (before, next) in zip(bench.sent, bench.sent.dropFirst())
            where Self.isMotion(next.command, after: before.command, arm) {
                #expect(next.at - before.at >= arm.pacing.interval, "seed \(seed) at \(next.at)")
            }
        }
    }

    @Test func theLastValueAlwaysGoesOutAndThenThereIsSilence() {
        for seed in Self.seeds {
            let bench = Self.drive(seed, slowLink: seed % 2 == 0)
            let stateMachine = bench.stateMachine
            for channel in Channel.allCases {
                guard let profile = stateMachine.arm.channels[channel] else { continue }
                let last = bench.sent.last { $0.command.channel == channel && stateMachine.arm.frame == nil }?.command
                    .value
                guard let last else { continue }
                let wanted =
                    profile.mode == .velocity ? profile.range.zero : stateMachine.number(channel, at: bench.now)
                #expect(last == wanted, "seed \(seed) \(channel)")
            }
            #expect(bench.deadline == nil, "seed \(seed)")
            #expect(stateMachine.hasSentZeros, "seed \(seed)")
            #expect((bench.sent.last?.at ?? 0) < bench.now - .seconds(2), "seed \(seed)")
        }
    }

    /// However often and in whatever state a stop is asked for: after a motion, `zeroRepeats` zero frames are sent, the
    /// first at once.
    @Test func aStopLeavesInItsOwnStepAndIsSaidNoMoreThanItShouldBe() {
        for seed in Self.seeds {
            var bench = Self.drive(seed)
            bench.step(.operator(.resume))
            bench.advance(.milliseconds(300))
            _ = bench.takeTexts()
            for code in [Code.rz, Code.w] {
                bench.step(.input(code == Code.w ? .key(code, down: true) : .axis(code, 255)))
            }
            bench.input()
            bench.advance(Int64(seed) * 3_333)
            let stopped = bench.now
            for _ in 0..<90 {
                bench.step(.operator(.stop))
                bench.advance(.milliseconds(33))
            }
            guard bench.stateMachine.arm.frame == nil else { continue }
            let pacing = bench.stateMachine.arm.pacing
            for channel in Channel.allCases where bench.stateMachine.arm.channels[channel]?.mode == .velocity {
                let frames = bench.sent.filter { $0.command.channel == channel }
                let zero = bench.stateMachine.arm.channels[channel]!.range.zero
                guard let last = frames.lastIndex(where: { $0.command.value != zero }) else {
                    #expect(frames.count <= pacing.zeroRepeats, "seed \(seed)")
                    continue
                }
                let zeros = frames[(last + 1)...]
                #expect(zeros.count == pacing.zeroRepeats, "seed \(seed)")
                #expect(zeros.first?.at ?? 0 <= stopped, "seed \(seed)")
            }
            let times = bench.sent.drop { $0.at <= stopped }.map(\.at)
            #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= pacing.interval }, "seed \(seed)")
        }
    }

    @Test func noLossCommandsAPosition() {
        for seed in Self.seeds {
            var bench = Self.drive(seed)
            bench.step(.operator(.resume))
            bench.advance(.milliseconds(300))
            bench.input(.axis(Code.rx, 30000), .key(Code.right, down: true))
            bench.advance(.milliseconds(Int64(seed)))
            _ = bench.takeTexts()
            bench.step([.inputLost, .link(.down), .shutdown, .operator(.stop)][Int(seed % 4)])
            bench.step(.link(.up(takenOver: true)))
            bench.advance(.seconds(5))
            guard bench.stateMachine.arm.frame == nil else { continue }
            let positions = bench.sent.filter { bench.stateMachine.arm.channels[$0.command.channel]?.mode == .position }
            #expect(positions.isEmpty, "seed \(seed)")
        }
    }

    @Test func replayingTheStepsGivesTheSameBytes() {
        var combined = 0
        for seed in Self.seeds {
            let bench = Self.drive(seed, slowLink: seed % 2 == 0)
            var stateMachine = DriveStateMachine(arm: bench.stateMachine.arm, mapping: bench.stateMachine.mapping)
            var commands: [Command] = []
            for step in bench.steps {
                if let command = stateMachine.step(step.event, at: step.at).command { commands.append(command) }
            }
            #expect(commands == bench.sent.map(\.command), "seed \(seed)")
            if bench.stateMachine.arm.frame != nil { combined += commands.count }
        }
        #expect(combined > 100)
    }
}
