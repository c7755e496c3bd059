import Testing
import WaldoTestSupport

/// The echo sketch, on the instruction set of its processor and with a serial line of true timing.
@Suite(.serialized, .whereSketchesRun) struct EchoSketchTests {
    @Test(arguments: [9_600, 115_200], SketchSimulator.Core.allCases)
    func itAnswersEachFrameAndReportsItsWatchdog(baud: Int, core: SketchSimulator.Core) async throws {
        let sketch = try await SketchSimulator("Echo", core, baud: baud)
        var input = SketchInput()
        let frames = (0..<20).map { CountingSketchTests.frame(1, $0, $0 == 19 ? 50 : Int8($0 % 2)) }
        for (index, frame) in frames.enumerated() { input.send(frame, at: 10_000 + index * 20_000) }
        let run = try await sketch.run(input, rest: 450, watch: 6)
        let messages = Self.messages(run, 21)
        let numbers: [UInt8] = Array(0..<20) + [19]
        let answers: [UInt8] = (0..<19).map { UInt8($0 % 2) } + [1, 2]
        #expect(messages.map { $0[1] } == numbers)
        #expect(messages.map { $0[4] } == answers)
        let times = messages.map { Int($0[2]) | Int($0[3]) << 8 }
        // A clock of whole milliseconds; Arduino's own leaves one out now and then.
        try #require(times.count == 21)
        #expect((300...302).contains(times[20] - times[19]), "\(times)")
    }

    /// Joined frames, as many as `waldo prove` has on their way: nothing is lost although each answer is longer.
    @Test func eightJoinedFramesAreAllAnswered() async throws {
        let sketch = try await SketchSimulator("Echo", baud: 9_600)
        var input = SketchInput()
        for index in 0..<8 { input.send(CountingSketchTests.frame(1, index, 0), at: 20_000) }
        let run = try await sketch.run(input, rest: 100, watch: 6)
        #expect(Self.messages(run, 8).map { $0[1] } == Array(0..<8) && run.figures.decoded == 40)
    }

    /// The last messages. Before them the sketch reports its start.
    private static func messages(_ run: SketchRun, _ count: Int) -> [[UInt8]] {
        let bytes = Array(run.sent.map(\.byte).suffix(count * 6))
        return stride(from: 0, to: bytes.count - 5, by: 6).map { Array(bytes[$0..<$0 + 6]) }
    }
}
