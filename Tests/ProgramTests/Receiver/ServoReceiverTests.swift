import Testing
import WaldoTestSupport

/// The receiver for servos on the build machine, with the sanitizers; its sketch is tested by `ServoSketchTests`.
@Suite(.serialized) struct ServoReceiverTests {
    private let probe: ReceiverProbe

    init() async throws { probe = try await ReceiverProbe() }

    @Test(arguments: UInt64(0)..<4) func whateverArrivesTheAnglesAreTheModels(seed: UInt64) async throws {
        var random = SeededGenerator(seed)
        let often = Array("DCBGADCBGA01234567890123456789\r\n".utf8)
        var turns: [Turn] = [], input = SketchInput()
        var quietUntil: Int64 = 0
        for now in Int64(1)...20_000 {
            if now >= quietUntil {
                for _ in 0..<Int.random(in: 0..<3, using: &random) {
                    let isFrequent = Int.random(in: 0..<30, using: &random) > 0
                    let byte = isFrequent ? often.randomElement(using: &random)! : .random(in: 0...255, using: &random)
                    turns.append(Turn(at: now, byte: byte))
                    input.send([byte], at: Int(now) * 1_000)
                }
                if Int.random(in: 0..<10, using: &random) == 0 {
                    quietUntil = now + .random(in: 1...40, using: &random)
                }
            }
            turns.append(Turn(at: now))
        }
        // A line so fast that a byte arrives when it is sent.
        let model = ServoModel(input, baud: 1_000_000_000_000)
        let answers = try await probe.angles(pause: 20, turns)
        var next = 0, changes = 0
        for (turn, answer) in zip(turns, answers) where turn.byte == nil {
            while next + 1 < model.angles.count && model.angles[next + 1].at <= Int(turn.at) * 1_000 { next += 1 }
            let expected = model.angles[next].values.map { "\($0)" }.joined(separator: " ")
            if answer != expected {
                Issue.record("\(turn.at) ms: \(answer) instead of \(expected)")
                return
            }
            changes = next
        }
        #expect(answers.count == turns.count && changes > 200, "\(changes)")
    }
}
