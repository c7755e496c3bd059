import Testing
import WaldoCore
import WaldoFiles
import WaldoSimulator
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// The simulated arm acts on what the receivers of Sources/Firmware act on, byte by byte, whatever the bytes are.
@Suite(.onLoop, .serialized) struct SimulatedReceiverTests {
    private let probe: ReceiverProbe

    init() async throws { probe = try await ReceiverProbe() }

    /// An arm with the model of a receiver: it is never deaf, and reads at once.
    private func arm(_ receiver: ReceiverKind) throws -> Arm {
        let name =
            switch receiver {
            case .text: "robot"
            case .plain: "nordic-uart"
            case .combined: "combined"
            }
        var arm = try Library(directory: nil).loadArm(name)
        var model = ArmModel.standard(of: arm)
        for index in model.behaviours.indices { model.behaviours[index].deaf = .never }
        arm.model = model
        return arm
    }

    /// A frame of the arm, whole or not, or bytes that are likely in one.
    private func piece(_ arm: Arm, _ receiver: ReceiverKind, _ random: inout SeededGenerator) throws -> [UInt8] {
        let likely: [UInt8] =
            switch receiver {
            case .text: Array("FBSRLUD-0123456789>>>>".utf8)
            case .plain: [0xa5, 1, 2, 3, 0]
            case .combined: [0xa5, 0, 0, 0, 0, 0xff]
            }
        if Int.random(in: 0..<3, using: &random) == 0 {
            return (0..<Int.random(in: 1...12, using: &random)).map { _ in
                Int.random(in: 0..<9, using: &random) > 0
                    ? likely.randomElement(using: &random)! : .random(in: 0...255, using: &random)
            }
        }
        let channel = arm.channels.randomElement(using: &random)!, range = arm.profiles[channel].range
        var values = arm.startValues
        for channel in arm.channels {
            let range = arm.profiles[channel].range
            values[channel] = .random(in: range.low...range.high, using: &random)
        }
        values[channel] = [range.low, range.high, 0, values[channel]].randomElement(using: &random)!
        let template = try #require(arm.template(for: channel, value: values[channel]))
        var bytes = template.rendered(values, own: channel, decimals: arm.decimals).bytes
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
        case 1: bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        default: break
        }
        return bytes
    }

    @Test(arguments: ReceiverKind.allCases, UInt64(0)..<3)
    func theyAnswerAlike(_ receiver: ReceiverKind, _ seed: UInt64) async throws {
        let arm = try arm(receiver)
        var random = SeededGenerator(seed), turns: [Turn] = [], now: Int64 = 0
        while turns.count < 30_000 {
            for byte in try piece(arm, receiver, &random) {
                if Int.random(in: 0..<6, using: &random) == 0 { now += .random(in: 0..<40, using: &random) }
                if Int.random(in: 0..<60, using: &random) == 0 { now += .random(in: 250..<350, using: &random) }
                if Int.random(in: 0..<20, using: &random) == 0 { turns.append(Turn(at: now)) }
                turns.append(Turn(at: now, byte: byte))
            }
        }
        let answers = try await probe.answers(receiver, turns)
        #expect(answers.count == turns.count && Set(answers).count > 50)

        var simulated = SimulatedArm(arm, at: .clockStart), numbers = PerChannel<Int32>(repeating: 0)
        for (turn, answer) in zip(turns, answers) {
            let time = Instant(microseconds: turn.at * 1_000)
            if let byte = turn.byte {
                simulated.receive(Frame([byte])!, at: time)
            } else {
                simulated.advance(to: time)
            }
            for act in simulated.acts {
                switch act.kind {
                // Text frames carry the slider's direction alone.
                case .set(.slider, let value): numbers.slider = receiver == .text ? value.signum() : value
                case .set(let channel, let value): numbers[channel] = value
                case .watchdog(let channel): numbers[channel] = 0
                case .halt, .silence: break
                }
            }
            guard answer == "\(numbers.slider) \(numbers.zx) \(numbers.zy)" else {
                Issue.record("\(turn): \(answer), simulated \(numbers.slider) \(numbers.zx) \(numbers.zy)")
                return
            }
        }
    }
}
