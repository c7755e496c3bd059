import Testing
import WaldoCore
import WaldoFiles
import WaldoSimulator
import WaldoTestSupport
import WaldoTime

/// Whatever arm a file describes and whatever it is sent, its simulation goes on with numbers that are some.
@Suite struct SimulatedFuzzTests {
    /// Pieces of a model, and of what it depends on.
    private static let tokens = [
        "1", "0", "-1", "10000", "999999", "0.001", " ms", " s", " mm", " deg", " m/s", "[", "]", ", ", "true", "false",
        "none", "sketch", "frames", "frame: [1, 3], ", "rate: 5, ", "speed: 0.000001, ", "takes: 60 s, ",
        "delay: 1 s, ",
        "deaf: true, ", "deaf: 1 ms, ", "limits: [-1, 1], ", "start: 5, ", "home: 9, ", "busy: 2 ms + 1 ms/unit, ",
        "velocity", "position", "heartbeat: 1 ms, ", "buffer: 1\n", "byte: 100 ms\n", "{value}", "{value:.2}", "u8",
        "i16le",
    ]

    private static func mutated(_ text: String, _ random: inout SeededGenerator) -> String {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, place + Int.random(in: 0...6, using: &random))
            let token = Array(tokens.randomElement(using: &random)!.utf8)
            bytes.replaceSubrange(place..<(Bool.random(using: &random) ? end : place), with: token)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func drive(_ description: Arm, _ random: inout SeededGenerator) throws {
        var arm = SimulatedArm(description, at: 0), time: Instant = 0
        for index in 0..<60 {
            let channel = description.channels.randomElement(using: &random)!
            let range = description.profiles[channel].range
            let value = [range.low, range.high, range.zero, 0].randomElement(using: &random)!
            var values = description.startValues
            values[channel] = value
            var bytes =
                description.template(for: channel, value: value)?.rendered(
                    values, own: channel, decimals: description.decimals, sequence: UInt8(index)
                ).bytes ?? []
            if Int.random(in: 0..<4, using: &random) == 0 {
                bytes += (0..<Int.random(in: 0...30, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
            }
            arm.receive(bytes, at: time)
            if Bool.random(using: &random) { time += .microseconds(.random(in: 0...500_000, using: &random)) }
            if let deadline = arm.deadline, deadline <= time + .seconds(10) {
                arm.advance(to: deadline)
                time = max(time, deadline)
                // What was due is done.
                if let next = arm.deadline { #expect(next > deadline) }
            }
            arm.advance(to: time)
            for channel in description.channels {
                let number = arm.number(channel, at: time)
                #expect(number.isFinite && arm.velocity(channel, at: time).isFinite)
                if let limits = arm.model.behaviours[channel.index].limits { #expect(limits.contains(number)) }
            }
            #expect(arm.hand(at: time).map { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite } ?? true)
        }
        let account = arm.account
        #expect(account.lostBytes + account.skippedBytes + arm.waitingBytes <= account.bytes)
    }

    @Test(arguments: FranticTests.names) func everyArmGoesOn(_ name: String) throws {
        let text = try SimulatedArms.library.armText(name)
        var random = SeededGenerator(21), read = 0
        for _ in 0..<1_500 {
            guard let arm = try? ParsedText.arm(Self.mutated(text, &random), named: name) else { continue }
            read += 1
            try drive(arm, &random)
        }
        #expect(read > 50, "\(read)")
    }
}
