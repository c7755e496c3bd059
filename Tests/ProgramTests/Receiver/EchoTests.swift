import Testing
import WaldoCore
import WaldoTestSupport

/// The board's side of a measured link, `echo.h`: what it answers, byte by byte.
@Suite(.serialized) struct EchoTests {
    private let probe: ReceiverProbe

    init() async throws { probe = try await ReceiverProbe() }

    /// A turn of the loop, and one for each byte. The probe's clock is a second behind.
    private func turns(_ bytes: [UInt8], at time: Int64) -> [Turn] {
        [Turn(at: time)] + bytes.map { Turn(at: time, byte: $0) }
    }

    @Test func eachValidFrameIsAnsweredAtOnce() async throws {
        var spoiled = CountingSketchTests.frame(1, 8, 50)
        spoiled[3] ^= 1
        let turns =
            turns(CountingSketchTests.frame(1, 7, 50), at: 1_258) + turns(spoiled, at: 1_270)
            + turns(CountingSketchTests.frame(1, 9, 0), at: 1_300)
        let messages = try await probe.messages(turns).enumerated().filter { $0.element != "-" }
        #expect(messages.map(\.offset) == [5, 17])
        // 258 ms is 02 01, 300 ms is 2c 01.
        #expect(messages.map { $0.element.prefix(10) } == ["5a07020101", "5a092c0100"])
    }

    /// The same as a board that was written by the page alone, on a long stream with silences and spoiled bytes.
    @Test(arguments: UInt64(0)..<3) func itDoesWhatItsPageSays(seed: UInt64) async throws {
        var random = SeededGenerator(seed), now: Int64 = 1_000, turns: [Turn] = [], expected: [String] = []
        var board = EchoBoard()
        for number in 0..<400 {
            let channel = UInt8.random(in: 1...3, using: &random), value: Int8 = Bool.random(using: &random) ? 50 : 0
            var frame = CountingSketchTests.frame(channel, number, value)
            if Int.random(in: 0..<8, using: &random) == 0 { frame[4] ^= 1 }
            for _ in 0..<Int64.random(in: 1...450, using: &random) {
                now += 1
                turns.append(Turn(at: now))
                expected.append(Self.text(board.tick(at: now - 1_000)))
            }
            for byte in frame {
                turns.append(Turn(at: now, byte: byte))
                expected.append(Self.text(board.receive([byte], at: now - 1_000)))
            }
        }
        let messages = try await probe.messages(turns)
        try #require(messages.count == expected.count)
        let wrong = messages.indices.first { messages[$0] != expected[$0] }
        #expect(wrong == nil, "\(wrong.map { "\(turns[$0]): \(messages[$0]), not \(expected[$0])" } ?? "")")
        #expect(Set(messages).count > 300)
    }

    private static func text(_ messages: [[UInt8]]) -> String {
        messages.isEmpty ? "-" : messages.map { HexText.text(of: $0) }.joined()
    }
}
