import Testing
import WaldoCore
import WaldoFiles
import WaldoSimulator
import WaldoTestSupport
import WaldoTime

/// The simulated arm acts on the frames that the reference receivers act on, however bytes are cut, joined and spoiled.
@Suite struct ReceiverTests {
    static let kinds: [(name: String, find: @Sendable ([UInt8]) -> [ReceivedFrames.Found], likely: [UInt8])] = [
        ("robot", ReceivedFrames.text, Array("FBSRLUD-0123456789>>>>".utf8)),
        ("nordic-uart", ReceivedFrames.plain, [0xa5, 1, 2, 3, 0]),
        ("combined", ReceivedFrames.combined, [0xa5, 0, 0, 0, 0, 0xff]),
    ]

    /// What the arm acts on by the bytes of writes at increasing times; none is later than the watchdog's silence.
    private func acts(_ arm: Arm, _ writes: [[UInt8]], every span: TimeSpan) -> [SimulatedAct] {
        var simulated = SimulatedArm(arm, at: 0), time: Instant = 0, acts: [SimulatedAct] = []
        for bytes in writes {
            time += span
            simulated.receive(bytes, at: time)
            acts += simulated.acts
        }
        return acts
    }

    /// The same bytes, cut anywhere.
    private func cut(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [[UInt8]] {
        var writes: [[UInt8]] = [], rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...20, using: &random)
            writes.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return writes
    }

    private func frame(_ arm: Arm, _ sequence: UInt8, _ random: inout SeededGenerator) throws -> [UInt8] {
        let channel = arm.channels.randomElement(using: &random)!, range = arm.profiles[channel].range
        let ends = [range.low, range.high, 0]
        let value =
            Bool.random(using: &random)
            ? ends.randomElement(using: &random)!
            : Int32.random(in: range.low...range.high, using: &random)
        return try SimulatedArms.frame(arm, channel, value, sequence: sequence)
    }

    @Test(arguments: 0..<3, UInt64(0)..<8) func itActsOnTheSameFrames(_ kind: Int, _ seed: UInt64) throws {
        let (name, find, likely) = Self.kinds[kind]
        let arm = try SimulatedArms.reference(name)
        var random = SeededGenerator(seed), bytes: [UInt8] = [], whole = 0
        for index in 0..<2_000 {
            let frame = try frame(arm, UInt8(truncatingIfNeeded: index), &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0: bytes += frame.dropLast(Int.random(in: 1...frame.count, using: &random))
            case 1:
                var spoiled = frame
                spoiled[Int.random(in: 0..<frame.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                bytes += spoiled
            case 2:
                for _ in 0..<Int.random(in: 1...30, using: &random) {
                    bytes.append(
                        Int.random(in: 0..<10, using: &random) > 0
                            ? likely.randomElement(using: &random)! : UInt8.random(in: 0...255, using: &random))
                }
            default:
                bytes += frame
                whole += 1
            }
        }
        let expected = find(bytes).flatMap(\.sets).map { SimulatedAct.Kind.set($0.channel, $0.value) }
        let acts = acts(arm, cut(bytes, &random), every: .milliseconds(20))
        #expect(acts.map(\.kind).filter { if case .watchdog = $0 { false } else { true } } == expected)
        #expect(expected.count > whole * 8 / 10)
    }

    /// The arm moves the same by whole frames, and by the same bytes cut and joined at the same times.
    @Test(arguments: 0..<3) func theBordersOfWritesMeanNothing(_ kind: Int) throws {
        let arm = try SimulatedArms.reference(Self.kinds[kind].name)
        var random = SeededGenerator(3)
        var whole = SimulatedArm(arm, at: 0), cut = SimulatedArm(arm, at: 0), time: Instant = 0
        for index in 0..<500 {
            time += .microseconds(Int64.random(in: 0...90_000, using: &random))
            let frame = try frame(arm, UInt8(truncatingIfNeeded: index), &random)
            whole.receive(frame, at: time)
            let place = Int.random(in: 0...frame.count, using: &random)
            cut.receive(Array(frame[..<place]), at: time)
            cut.receive(Array(frame[place...]), at: time)
            for channel in arm.channels {
                #expect(whole.number(channel, at: time) == cut.number(channel, at: time))
            }
        }
        #expect(whole.account.frames == 500 && cut.account.frames == 500 && cut.account.skippedBytes == 0)
        #expect(whole.account.lostFrames == 0 && whole.account.lostBytes == 0)
    }

    @Test func missingFramesAreCounted() throws {
        let arm = try SimulatedArms.reference("nordic-uart")
        var simulated = SimulatedArm(arm, at: 0)
        for sequence: UInt8 in [250, 251, 254, 2, 3] {
            simulated.receive(try SimulatedArms.frame(arm, .slider, 5, sequence: sequence), at: 0)
        }
        #expect(simulated.account.lostFrames == 2 + 3 && simulated.account.frames == 5)
    }

    @Test func halfAFrameBeforeASilenceIsNotCompleted() throws {
        let arm = try SimulatedArms.reference("robot")
        for (gap, isWhole) in [(Int64(299), true), (300, false)] {
            var simulated = SimulatedArm(arm, at: 0)
            simulated.receive("F", at: 0)
            simulated.receive(">", at: .ms(gap))
            #expect(simulated.acts.isEmpty != isWhole)
        }
    }

    /// A number without an end mark is whole 10 ms after its last digit, or with the next letter.
    @Test func aNumberMayHaveNoEndMark() throws {
        var arm = try SimulatedArms.reference("servo-arm-hm10")
        arm.model?.byteTime = .zero
        var simulated = SimulatedArm(arm, at: 0)
        simulated.receive("D9", at: 0)
        #expect(simulated.acts.isEmpty && simulated.deadline == .ms(10))
        simulated.receive("5", at: .ms(5))
        #expect(simulated.acts(until: .ms(20)) == [SimulatedAct(at: .ms(15), .set(Channel(0), 95))])
        simulated.receive("D9C10A180", at: .ms(30))
        #expect(simulated.acts.map(\.kind) == [.set(Channel(0), 9), .set(Channel(1), 10), .set(Channel(4), 180)])
        simulated.receive("D181D7x", at: .ms(40))
        #expect(simulated.acts.map(\.kind) == [.set(Channel(0), 7)] && simulated.deadline == nil)
    }
}
