import Testing
import WaldoTestSupport

/// The sketch with five servos, on the instruction set of its processor and with a serial line of true timing.
@Suite(.serialized, .whereSketchesRun) struct ServoSketchTests {
    private static let pins = [3, 5, 6, 9, 10]
    static let frames = ["D90", "C45", "B180", "G0", "A7", "D100", "C179", "B12", "G60", "A181", "D0"]
        .map { Array($0.utf8) }

    /// Compares the angles with the model's, and the servos' pulses with the angles.
    private func expect(_ sketch: SketchSimulator, _ input: SketchInput, baud: Int, _ what: String) async throws
        -> SketchRun
    {
        let model = ServoModel(input, baud: baud)
        #expect(model.isDecided, "\(what)")
        // Half a turn takes 1.8 s.
        let run = try await sketch.run(input, rest: 2_000, watch: 5)
        #expect(run.memories.count == model.angles.count, "\(what)")
        for (index, (seen, model)) in zip(run.memories, model.angles).enumerated() {
            let isSame = seen.bytes == model.values && (index == 0 || (-1_500...2_500).contains(seen.at - model.at))
            guard isSame else {
                Issue.record("\(what): change \(index): \(seen) instead of \(model)")
                break
            }
        }
        for (servo, pin) in Self.pins.enumerated() {
            let pulses = run.pulses(pin), last = try #require(pulses.last)
            let degrees = Double(model.angles.last!.values[servo])
            #expect(
                abs(Double(last.width) - (544 + 1_856 * degrees / 180)) <= 12, "\(what): servo \(servo): \(last) us")
            // As far off as the last one may be: at 0 degrees the library's pulses take 538 us in place of 544.
            #expect(pulses.allSatisfy { (532...2_412).contains($0.width) }, "\(what)")
            // 100 degrees a second: 2 or 3 degrees, of 10.3 us, from one pulse to the next.
            #expect(zip(pulses, pulses.dropFirst()).allSatisfy { abs($0.width - $1.width) <= 40 }, "\(what)")
        }
        #expect(run.figures.decoded == input.bytes.count && run.figures.waiting <= 1, "\(what)")
        return run
    }

    @Test(arguments: [9_600, 115_200]) func theServosGoWhereTheFramesSendThem(baud: Int) async throws {
        let sketch = try await SketchSimulator("ServoArm", baud: baud)
        let run = try await expect(sketch, SketchInput(Self.frames, every: 100_000), baud: baud, "apart at \(baud)")
        #expect(run.memories.last!.bytes == [0, 179, 12, 60, 7])
    }

    @Test(arguments: [9_600, 57_600, 115_200]) func joinedFramesAreAllObeyed(baud: Int) async throws {
        let sketch = try await SketchSimulator("ServoArm", baud: baud)
        let frames = (0..<baud / 2_400).flatMap { _ in Self.frames }
        _ = try await expect(sketch, SketchInput(frames, every: 0), baud: baud, "joined at \(baud)")
    }

    /// A cut longer than the pause leaves an angle of fewer digits, and its rest counts for nothing.
    @Test func framesMayBeCutAtEveryPlace() async throws {
        let sketch = try await SketchSimulator("ServoArm")
        var input = SketchInput(), time = 0
        for pause in [10_000, 60_000] {
            for place in 1..<4 {
                let frame = Array("D180".utf8)
                input.send("D90C\(10 * place)", at: time)
                input.send(Array(frame[..<place]), at: time + 50_000)
                input.send(Array(frame[place...]), at: time + 50_000 + pause)
                time += 150_000
            }
        }
        _ = try await expect(sketch, input, baud: 9_600, "cut")
    }

    @Test(arguments: SketchInput.seeds) func bytesMayBeSpoiledLostAndAdded(seed: UInt64) async throws {
        let sketch = try await SketchSimulator("ServoArm", baud: 57_600)
        var random = SeededGenerator(seed)
        var input = SketchInput()
        for index in 0..<150 {
            let frame = Self.frames.randomElement(using: &random)!
            input.send(spoiling: frame, or: [13, 10], at: index * 5_000 + index / 5 * 25_000, &random)
        }
        let run = try await expect(sketch, input, baud: 57_600, "spoiled, \(seed)")
        #expect(run.memories.allSatisfy { $0.bytes.allSatisfy { $0 <= 180 } })
    }

    /// Every channel is a position: nothing moves after a silence.
    @Test func aSilenceLeavesTheServosWhereTheyAre() async throws {
        let sketch = try await SketchSimulator("ServoArm")
        let run = try await expect(sketch, SketchInput([Array("D100".utf8)], every: 0), baud: 9_600, "silence")
        let pulses = run.pulses(3).filter { $0.at > 400_000 }.map(\.width)
        #expect(pulses.count > 50 && pulses.max()! - pulses.min()! <= 12)
    }
}
