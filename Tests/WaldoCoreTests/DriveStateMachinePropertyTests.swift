import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

/// What holds for every stream of events, on a clock that the test moves.
@Suite struct DriveStateMachinePropertyTests {
    static let mappings: [Mapping] = [
        .pad(), .pad(.spring), .pad(.hold, clutch: [Code.tl]), .pad(enable: [Code.tl]), .keyboard(.hold),
        .keyboard(.rate),
    ]

    /// Random operation, then everything is released, then ten quiet seconds.
    static func drive(_ seed: UInt64, slowLink: Bool = false) -> DriveHarness {
        var random = SeededGenerator(seed)
        let arm = Arm.samples.randomElement(using: &random)!
        var harness = DriveHarness(arm, mappings.randomElement(using: &random)!)
        harness.start(.padAtRest)
        for _ in 0..<300 {
            let longest: Int64 = Bool.random(using: &random) ? 3_000 : 400_000
            harness.advance(.microseconds(.random(in: 0...longest, using: &random)))
            happen(&harness, &random)
            if slowLink && Bool.random(using: &random) { harness.step(.link(.ready)) }
        }
        harness.step(.link(.up(takenOver: false)))
        harness.step(.inputResynced(.padAtRest))
        harness.step(.operator(.recentre(down: false)))
        harness.step(.finger(.released(.slider)))
        harness.step(.finger(.released(.joystick)))
        for _ in 0..<200 {
            harness.advance(.milliseconds(50))
            harness.step(.link(.ready))
        }
        return harness
    }

    static func happen(_ harness: inout DriveHarness, _ random: inout SeededGenerator) {
        let axes: [(UInt16, ClosedRange<Int32>)] = [
            (Code.rx, -33000...33000), (Code.ry, -33000...33000), (Code.z, -5...260), (Code.rz, -5...260),
        ]
        let keys = [Code.w, Code.s, Code.up, Code.down, Code.left, Code.right, Code.tl, Code.select]
        switch Int.random(in: 0..<56, using: &random) {
        case 0: harness.step(.operator(.stop))
        case 1, 2: harness.step(.operator(.resume))
        case 3: harness.step(.link(.down))
        case 4, 5: harness.step(.link(.up(takenOver: Bool.random(using: &random))))
        case 6: harness.step(.inputLost)
        case 7, 8: harness.step(.inputAdded(.padAtRest))
        case 9: harness.step(.inputResynced(.padAtRest))
        case 10: harness.step(.halt(.failure))
        case 11: harness.step(.link(.ready))
        case 40: harness.step(.link(.windowFull))
        case 41: harness.step(.link(.flowing))
        case 54: harness.step(.inputSilent)
        case 55: harness.step(.inputHeard)
        case 42...: harness.step(.finger(finger(&random)))
        case 12: harness.step(.sensor(Frame([0xB0, 1])!))
        case 13..<26:
            let (code, range) = axes.randomElement(using: &random)!
            let value = Bool.random(using: &random) ? .random(in: range, using: &random) : max(range.lowerBound, 0)
            harness.input(.axis(code, value), more: Int.random(in: 0..<8, using: &random) == 0)
        default:
            harness.input(.key(keys.randomElement(using: &random)!, down: Bool.random(using: &random)))
        }
    }

    static func finger(_ random: inout SeededGenerator) -> FingerEvent {
        let places: ClosedRange<Int32> = -2_100...2_100
        return switch Int.random(in: 0..<12, using: &random) {
        case 0: .there
        case 1: .lost
        case 2: .gone
        case 3: .recentre
        case 4, 5: .released(.slider)
        case 6: .released(.joystick)
        case 7, 8: .slider(.random(in: places, using: &random))
        default: .joystick(x: .random(in: places, using: &random), y: .random(in: places, using: &random))
        }
    }

    /// Whether a command asks for motion: anything but a velocity's zero. In a frame for all channels: whether it
    /// carries any motion that the frame before did not.
    static func isMotion(_ command: Command, after before: Command?, _ arm: Arm) -> Bool {
        guard arm.frame != nil else {
            let profile = arm.profiles[command.channel]
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
            let harness = Self.drive(seed)
            let arm = harness.stateMachine.arm
            for (before, next) in zip(harness.sent, harness.sent.dropFirst())
            where Self.isMotion(next.command, after: before.command, arm) {
                #expect(next.at - before.at >= arm.pacing.interval, "seed \(seed) at \(next.at)")
            }
        }
    }

    /// Bytes for a sensor keep the interval to every write before them, and every motion keeps it to them.
    @Test func bytesForASensorKeepToThePacing() {
        var count = 0
        for seed in Self.seeds {
            let harness = Self.drive(seed)
            let arm = harness.stateMachine.arm
            count += harness.sentToSensor.count
            for (at, _, behind) in harness.sentToSensor {
                if let before = harness.sent.prefix(behind).last {
                    #expect(at - before.at >= arm.pacing.interval, "seed \(seed) at \(at)")
                }
                for (before, next) in zip([nil] + harness.sent, harness.sent).dropFirst(behind)
                where Self.isMotion(next.command, after: before?.command, arm) {
                    #expect(next.at - at >= arm.pacing.interval, "seed \(seed) at \(next.at)")
                }
            }
        }
        #expect(count > 100)
    }

    @Test func theLastValueAlwaysGoesOutAndThenThereIsSilence() {
        for seed in Self.seeds {
            let harness = Self.drive(seed, slowLink: seed % 2 == 0)
            let stateMachine = harness.stateMachine
            for channel in stateMachine.arm.channels {
                let profile = stateMachine.arm.profiles[channel]
                let last = harness.sent.last { $0.command.channel == channel && stateMachine.arm.frame == nil }?.command
                    .value
                guard let last else { continue }
                let wanted =
                    profile.mode == .velocity ? profile.range.zero : stateMachine.number(channel, at: harness.now)
                #expect(last == wanted, "seed \(seed) \(channel)")
            }
            #expect(harness.deadline == nil, "seed \(seed)")
            #expect(stateMachine.hasSentZeros, "seed \(seed)")
            #expect((harness.sent.last?.at ?? 0) < harness.now - .seconds(2), "seed \(seed)")
        }
    }

    /// However often and in whatever state a stop is asked for: after a motion, `zeroRepeats` zero frames are sent, the
    /// first at once.
    @Test func aZeroLeavesInItsOwnStepAndIsSentNoMoreThanItShouldBe() {
        for seed in Self.seeds {
            var harness = Self.drive(seed)
            harness.step(.operator(.resume))
            harness.advance(.milliseconds(300))
            _ = harness.takeTexts()
            for code in [Code.rz, Code.w] {
                harness.step(.input(code == Code.w ? .key(code, down: true) : .axis(code, 255)))
            }
            harness.input()
            harness.advance(.microseconds(Int64(seed) * 3_333))
            let stopped = harness.now
            for _ in 0..<90 {
                harness.step(.operator(.stop))
                harness.advance(.milliseconds(33))
            }
            guard harness.stateMachine.arm.frame == nil else { continue }
            let pacing = harness.stateMachine.arm.pacing
            let arm = harness.stateMachine.arm
            for channel in arm.channels where arm.profiles[channel].mode == .velocity {
                let frames = harness.sent.filter { $0.command.channel == channel }
                let zero = harness.stateMachine.arm.profiles[channel].range.zero
                guard let last = frames.lastIndex(where: { $0.command.value != zero }) else {
                    #expect(frames.count <= pacing.zeroRepeats, "seed \(seed)")
                    continue
                }
                let zeros = frames[(last + 1)...]
                #expect(zeros.count == pacing.zeroRepeats, "seed \(seed)")
                #expect(zeros.first?.at ?? 0 <= stopped, "seed \(seed)")
            }
            let times = harness.sent.drop { $0.at <= stopped }.map(\.at)
            #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= pacing.interval }, "seed \(seed)")
        }
    }

    @Test func noLossCommandsAPosition() {
        for seed in Self.seeds {
            var harness = Self.drive(seed)
            harness.step(.operator(.resume))
            harness.advance(.milliseconds(300))
            harness.input(.axis(Code.rx, 30000), .key(Code.right, down: true))
            harness.advance(.milliseconds(Int64(seed)))
            _ = harness.takeTexts()
            harness.step([.inputLost, .link(.down), .shutdown, .operator(.stop)][Int(seed % 4)])
            harness.step(.link(.up(takenOver: true)))
            harness.advance(.seconds(5))
            guard harness.stateMachine.arm.frame == nil else { continue }
            let positions = harness.sent.filter {
                harness.stateMachine.arm.profiles[$0.command.channel].mode == .position
            }
            #expect(positions.isEmpty, "seed \(seed)")
        }
    }

    @Test func replayingTheStepsGivesTheSameBytes() {
        var combined = 0
        for seed in Self.seeds {
            let harness = Self.drive(seed, slowLink: seed % 2 == 0)
            var stateMachine = DriveStateMachine(arm: harness.stateMachine.arm, mapping: harness.stateMachine.mapping)
            var commands: [Command] = []
            for step in harness.steps {
                if let command = stateMachine.step(step.event, at: step.at).command { commands.append(command) }
            }
            #expect(commands == harness.sent.map(\.command), "seed \(seed)")
            if harness.stateMachine.arm.frame != nil { combined += commands.count }
        }
        #expect(combined > 100)
    }
}
