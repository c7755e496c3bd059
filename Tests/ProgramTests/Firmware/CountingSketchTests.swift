import Testing
import WaldoCore
import WaldoTestSupport

/// The sketch that takes commands and sends a counter's messages, both on one serial line.
@Suite(.serialized, .whereSketchesRun) struct CountingSketchTests {
    static let place = ["-DLATITUDE=48.25f", "-DLONGITUDE=-11.5f"]
    /// The bytes of 48.25 and -11.5 as f32, high byte first.
    private static let placeBytes: [UInt8] = [0x42, 0x41, 0x00, 0x00, 0xc1, 0x38, 0x00, 0x00]

    /// A frame of hm10.yaml.
    static func frame(_ channel: UInt8, _ number: Int, _ value: Int8) -> [UInt8] {
        let body = [channel, UInt8(truncatingIfNeeded: number), UInt8(bitPattern: value)]
        let crc = body.reduce(UInt8(0)) { crc, byte in
            (0..<8).reduce(crc ^ byte) { crc, _ in crc & 0x80 == 0 ? crc << 1 : crc << 1 ^ 0x07 }
        }
        return [0xa5] + body + [crc]
    }

    /// Frames of all three channels with values that go up and down.
    static func frames(_ count: Int) -> [[UInt8]] {
        (0..<count).map { frame(UInt8($0 % 3) + 1, $0, Int8($0 * 7 % 201 - 100)) }
    }

    private func expect(
        _ sketch: SketchSimulator, _ input: SketchInput, baud: Int, rest: Int = 450, _ what: String
    ) async throws -> SketchRun {
        let model = SketchModel(.plain, input, baud: baud, repeat: 120, rest: rest)
        #expect(model.isDecided, "\(what): a silence of three heartbeats")
        let run = try await sketch.run(input, rest: rest, watch: 6)
        model.expect(run, what)
        model.expect(0, run.steps(4, 7), isVelocity: true, what)
        #expect(run.figures.decoded == input.bytes.count && run.figures.waiting <= 1, "\(what)")
        return run
    }

    @Test(arguments: [9_600, 57_600, 115_200], SketchSimulator.Core.allCases)
    func threeHeartbeatsOfSilenceStopTheCarriage(baud: Int, core: SketchSimulator.Core) async throws {
        let sketch = try await SketchSimulator("CountingArm", core, baud: baud)
        var input = SketchInput()
        input.send(Self.frame(1, 0, -60), at: 3_700)
        // Frames of other channels do not count, nor does one of the slider that is spoiled.
        for (number, time) in [150, 290, 420].enumerated() { input.send(Self.frame(2, number, 9), at: time * 1_000) }
        var spoiled = Self.frame(1, 3, -60)
        spoiled[3] ^= 4
        input.send(spoiled, at: 300_000)
        let begun = input.arrivals(baud: baud)[4]
        let run = try await sketch.run(input, rest: 200, watch: 6)
        let zero = try #require(run.motions.first { $0.at > begun + 1_000 && $0.values[0] == 0 })
        #expect((358_500...361_500).contains(zero.at - begun), "\(baud) \(core): \(zero.at - begun) us")
        let steps = run.steps(4, 7)
        // 2.5 ms a step at 100, 4.2 ms at 60.
        #expect((84...87).contains(steps.count) && steps.last!.at <= zero.at && steps.allSatisfy { $0.direction == -1 })
        print("CountingArm, \(baud) baud, \(core) core: zero after \(Double(zero.at - begun) / 1_000) ms")
    }

    /// Bytes that could each begin a frame cost most: a check for each of them. They do not delay the stop.
    @Test(arguments: SketchSimulator.Core.allCases) func noiseWithoutEndDelaysNoStop(core: SketchSimulator.Core)
        async throws
    {
        let sketch = try await SketchSimulator("CountingArm", core, baud: 115_200, Self.place)
        var input = SketchInput()
        input.send(Self.frame(1, 0, 100), at: 5_000)
        let begun = input.arrivals(baud: 115_200)[4]
        input.send([UInt8](repeating: 0xa5, count: 6_000), at: 6_000)
        let run = try await sketch.run(input, rest: 100, watch: 6)
        #expect(run.motions.map { $0.values[0] } == [0, 100, 0])
        let zero = try #require(run.motions.last).at - begun
        let turn = run.figures.longest / 16
        #expect((358_500...361_500).contains(zero) && turn <= 250, "\(core): \(zero) us, a turn \(turn) us")
        #expect(run.steps(4, 7).allSatisfy { $0.at < begun + zero } && run.messages.allSatisfy { $0.bytes.count == 11 })
        print(
            "CountingArm, noise at 115200 baud, \(core) core: zero after \(Double(zero) / 1_000) ms, a turn \(turn) us")
    }

    /// The line is full of commands all the time, while the counter's messages leave.
    @Test(arguments: [9_600, 57_600, 115_200], SketchSimulator.Core.allCases)
    func bothDirectionsAtOnceLoseNothing(baud: Int, core: SketchSimulator.Core) async throws {
        let sketch = try await SketchSimulator("CountingArm", core, baud: baud, Self.place)
        // 1.6 s of commands without a gap; a count every 2 ms from 251 ms on.
        var input = SketchInput(Self.frames(baud * 16 / 500), every: 0)
        for count in 0..<650 {
            input.set(pin: 2, to: 1, at: 250_000 + count * 2_000)
            input.set(pin: 2, to: 0, at: 251_000 + count * 2_000)
        }
        let what = "\(baud) baud, \(core) core"
        let run = try await expect(sketch, input, baud: baud, rest: 600, what)
        let messages = run.messages
        #expect(messages.count == 4, "\(what)")
        // Edges from 251 ms on, 2 ms apart: 125 until 500 ms, 250 more until 1000 and until 1500 ms, and 25 after it.
        for (index, counts) in [125, 375, 500, 275].enumerated() where index < messages.count {
            let message = messages[index]
            #expect(abs(message.at - (index + 1) * 500_000) < 2_500, "\(what): \(message.at) us")
            #expect(message.bytes.count == 11 && message.bytes[0] == 1, "\(what)")
            #expect(Array(message.bytes[1..<9]) == Self.placeBytes, "\(what)")
            let counted = Int(message.bytes[9]) << 8 | Int(message.bytes[10])
            #expect(abs(counted - counts) <= 2, "\(what): \(counted) counts instead of \(counts)")
        }
        // No count is lost: those of the second and the last message are all.
        if messages.count == 4 {
            let counted = [1, 3].map { Int(messages[$0].bytes[9]) << 8 | Int(messages[$0].bytes[10]) }
            #expect(counted.reduce(0, +) == 650, "\(what)")
        }
    }

    @Test func withoutAPositionTheMessageIsZero() async throws {
        let sketch = try await SketchSimulator("CountingArm")
        var input = SketchInput()
        input.set(pin: 2, to: 1, at: 1_000)
        input.set(pin: 2, to: 0, at: 2_000)
        let run = try await sketch.run(input, rest: 600, watch: 6)
        #expect(run.messages.map(\.bytes) == [[UInt8](repeating: 0, count: 11)])
    }

    @Test func framesMayBeCutAtEveryPlace() async throws {
        let sketch = try await SketchSimulator("CountingArm")
        var input = SketchInput(), time = 0
        for (number, pause) in [30_000, 420_000].enumerated() {
            for place in 1..<5 {
                let frame = Self.frame(2, number * 8 + place, Int8(10 * place))
                input.send(Self.frame(1, number * 8 + place - 1, 0), at: time)
                input.send(Array(frame[..<place]), at: time + 10_000)
                input.send(Array(frame[place...]), at: time + 10_000 + pause)
                time += 20_000 + pause
            }
        }
        _ = try await expect(sketch, input, baud: 9_600, "cut")
    }

    /// Each bit of each byte of three frames: the CRC shows it, and nothing moves.
    @Test func anyFlippedBitIsFoundAndNothingMoves() async throws {
        let sketch = try await SketchSimulator("CountingArm", baud: 115_200)
        var input = SketchInput(), time = 0
        for frame in [Self.frame(1, 7, 100), Self.frame(2, 8, -100), Self.frame(3, 0xa5, 37)] {
            for bit in 0..<40 {
                var spoiled = frame
                spoiled[bit / 8] ^= 1 << UInt8(bit % 8)
                // Zeros between them, so that no two pieces form a frame together.
                input.send(spoiled + [0, 0, 0, 0, 0], at: time)
                time += 2_000
            }
        }
        let run = try await expect(sketch, input, baud: 115_200, "flipped")
        #expect(run.motions.map(\.values) == [[0, 0, 0]])
        #expect(run.changes.allSatisfy { $0.pin != 4 })
        for pin in [9, 10] { #expect(run.pulses(pin).allSatisfy { abs($0.width - 1_500) <= 12 }) }
    }

    @Test(arguments: SketchInput.seeds) func bytesMayBeSpoiledLostAndAdded(seed: UInt64) async throws {
        let sketch = try await SketchSimulator("CountingArm", baud: 57_600, Self.place)
        var random = SeededGenerator(seed)
        var input = SketchInput()
        repeat {
            input = SketchInput()
            for (index, whole) in Self.frames(200).enumerated() where Int.random(in: 0..<8, using: &random) > 0 {
                var frame = whole
                let place = frame.indices.randomElement(using: &random)!
                switch Int.random(in: 0..<6, using: &random) {
                case 0: frame[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 1: frame.remove(at: place)
                case 2: frame.insert(0xa5, at: place)
                default: break
                }
                input.send(frame, at: index * 8_000)
            }
        } while !SketchModel(.plain, input, baud: 57_600, repeat: 120, rest: 0).isDecided
        let run = try await expect(sketch, input, baud: 57_600, "spoiled, \(seed)")
        #expect(run.motions.count > 60)
    }
}
