import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTesting

/// The arm's side, as Sources/Firmware offers it to authors of firmware, fed with the frames of golden recordings.
@Suite(.onLoop, .serialized) struct ReceiverTests {
    private let probe: ReceiverProbe

    init() async throws { probe = try await ReceiverProbe() }

    /// Feeds a stream to a receiver and compares each of its answers.
    private func expect(
        _ expected: [String], of receiver: ReceiverKind, repeat beat: Int64 = 100, _ turns: [Turn], _ what: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let answers = try await probe.answers(receiver, repeat: beat, turns)
        #expect(answers.count == turns.count, "\(what)", sourceLocation: sourceLocation)
        guard let index = answers.indices.first(where: { answers[$0] != expected[$0] }) else { return }
        Issue.record(
            "\(what): turn \(index), \(turns[index]): \(answers[index]) instead of \(expected[index])",
            sourceLocation: sourceLocation)
    }

    /// The promise itself, independent of frames: no motion later than three heartbeats after the last byte.
    private func expectNoMotionInSilence(_ turns: [Turn], _ answers: [String], repeat beat: Int64, _ what: String) {
        var heard: Int64?
        for (turn, answer) in zip(turns, answers) {
            if turn.byte != nil { heard = turn.at }
            guard answer.hasPrefix("0 ") || heard.map({ turn.at - $0 < 3 * beat }) == true else {
                Issue.record("\(what): \(answer) at \(turn.at) ms, the last byte came at \(heard ?? -1) ms")
                return
            }
        }
    }

    @Test func theArmDoesWhatWasSent() async throws {
        for sent in try await SentFrames.all() {
            var random = SeededGenerator(1)
            let (turns, arrivals) = sent.delivered(step: 1, using: &random)
            let answers = ReceiverModel.answers(turns, repeat: sent.beat, arrivals)
            try await expect(answers, of: sent.receiver, repeat: sent.beat, turns, sent.name)
            #expect(Set(answers).count > 1, "\(sent.name) moves nothing")
            // Waldo's heartbeat keeps a held slider going, except where the arm's file declares the arm deaf at times
            // or the link is cut.
            if !sent.isDeafAtTimes && !sent.isCutOffAtTimes {
                let isKeptGoing = answers == ReceiverModel.answers(turns, repeat: .max / 8, arrivals)
                #expect(isKeptGoing, "\(sent.name)")
            }
        }
    }

    @Test(arguments: UInt64(0)..<4) func framesMayBeCutJoinedAndLost(seed: UInt64) async throws {
        var random = SeededGenerator(seed)
        for sent in try await SentFrames.all() {
            let (turns, arrivals) = sent.delivered(
                delay: 2 * sent.beat, dropping: Int(seed) * 25, step: 13, using: &random)
            let answers = ReceiverModel.answers(turns, repeat: sent.beat, arrivals)
            try await expect(answers, of: sent.receiver, repeat: sent.beat, turns, sent.name)
        }
    }

    @Test(arguments: UInt64(0)..<4) func bytesMayBeSpoiledLostAndAdded(seed: UInt64) async throws {
        var random = SeededGenerator(seed)
        var arrived = 0, sentFrames = 0
        for sent in try await SentFrames.all() {
            let clean = sent.delivered(delay: sent.beat, dropping: 5, step: 17, using: &random).turns
            var turns: [Turn] = []
            for turn in clean {
                guard let byte = turn.byte, Int.random(in: 0..<12, using: &random) == 0 else {
                    turns.append(turn)
                    continue
                }
                switch Int.random(in: 0..<4, using: &random) {
                case 0: turns.append(Turn(at: turn.at, byte: byte ^ 1 << UInt8.random(in: 0..<8, using: &random)))
                case 1: break
                case 2: turns += [turn, turn]
                default:
                    for _ in 0..<Int.random(in: 1..<30, using: &random) {
                        turns.append(Turn(at: turn.at, byte: sent.receiver.likelyByte(using: &random)))
                    }
                    turns.append(turn)
                }
            }
            let arrivals = ReceiverModel.arrivals(sent.receiver, turns, repeat: sent.beat)
            let answers = ReceiverModel.answers(turns, repeat: sent.beat, arrivals)
            try await expect(answers, of: sent.receiver, repeat: sent.beat, turns, sent.name)
            expectNoMotionInSilence(turns, answers, repeat: sent.beat, sent.name)
            arrived += arrivals.count
            sentFrames += sent.frames.count
        }
        // Many frames get through, and many do not.
        #expect((sentFrames * 4 / 10...sentFrames * 9 / 10).contains(arrived), "\(arrived) of \(sentFrames)")
    }

    @Test(arguments: ReceiverKind.allCases) func noiseWithoutEndMovesNothingForLong(receiver: ReceiverKind) async throws
    {
        var random = SeededGenerator(7)
        var turns: [Turn] = [], now: Int64 = 0
        for _ in 0..<40_000 {
            now += Int.random(in: 0..<50, using: &random) == 0 ? Int64.random(in: 0..<400, using: &random) : 0
            let isByte = Int.random(in: 0..<20, using: &random) > 0
            turns.append(Turn(at: now, byte: isByte ? receiver.likelyByte(using: &random) : nil))
        }
        let arrivals = ReceiverModel.arrivals(receiver, turns, repeat: 100)
        let answers = ReceiverModel.answers(turns, repeat: 100, arrivals)
        try await expect(answers, of: receiver, turns, "\(receiver)")
        expectNoMotionInSilence(turns, answers, repeat: 100, "\(receiver)")
    }

    @Test func anySingleFlippedBitIsFoundInABinaryFrame() async throws {
        for sent in try await SentFrames.all() where sent.receiver != .text {
            var turns: [Turn] = [], now: Int64 = 0
            for bytes in Set(sent.frames.map(\.bytes)) {
                for bit in 0..<bytes.count * 8 {
                    var spoiled = bytes
                    spoiled[bit / 8] ^= 1 << UInt8(bit % 8)
                    turns += spoiled.map { Turn(at: now, byte: $0) }
                    // A silence, so that no two pieces form a frame together.
                    now += 3 * sent.beat
                }
            }
            let nothing = [String](repeating: "0 0 0", count: turns.count)
            try await expect(nothing, of: sent.receiver, repeat: sent.beat, turns, sent.name)
        }
    }

    @Test func aLostLinkStopsTheArmByItself() async throws {
        let script = try #require(GoldenScript.all.first { $0.name == "link-lost-in-a-held-slider" })
        let sent = try #require(try await SentFrames(script))
        var random = SeededGenerator(1)
        let turns = sent.delivered(step: 1, using: &random).turns
        let answers = try await probe.answers(sent.receiver, repeat: sent.beat, turns)
        // The last frame that the link took was an `F>`; the zeros came after a second and a half.
        let lost = try #require(zip(sent.frames, sent.frames.dropFirst()).first { $1.at - $0.at > 1_000 })
        #expect(lost.0.says == [.slider: 1])
        for (turn, answer) in zip(turns, answers) where (lost.0.at + 1..<lost.1.at).contains(turn.at) {
            #expect(answer == (turn.at < lost.0.at + 3 * sent.beat ? "1 0 0" : "0 0 0"), "\(turn.at) ms")
        }
    }

    private static let texts: [(reads: [String], expected: String)] = [
        // Two frames in one read; the original sketch loses the second.
        (["R10>U20>"], "0 10 20"), (["F>", "S>"], "0 0 0"), (["F>", "R1", "00>"], "1 100 0"),
        // A frame without its start or its end is skipped, but not the frame after it.
        (["R1F>"], "1 0 0"), (["10>L-37>"], "0 -37 0"), (["U>D-5>"], "0 0 -5"), (["F5>", "F->"], "0 0 0"),
        // Texts that the arm's file never sends.
        (["R101>", "L5>", "U-5>", "D--5>", "R 5>", "r5>", "Q>", "R0005>"], "0 0 0"), (["L-100>D-1>"], "0 -100 -1"),
        ([String(repeating: "9", count: 5_000), ">F", ">"], "1 0 0"),
    ]

    @Test func textMayComeInAnyReadsAndOnlyItsFramesCount() async throws {
        for (reads, expected) in Self.texts {
            let turns = reads.enumerated().flatMap { read, text in
                text.utf8.map { Turn(at: Int64(read) * 20, byte: $0) }
            }
            #expect(try await probe.answers(.text, turns).last == expected, "\(reads.map { $0.prefix(20) })")
        }
    }

    @Test func theSliderStopsWithTheThirdSilentRepeatAndNotBefore() async throws {
        // The clock wraps at 1000 ms.
        let turns = [Turn(at: 900, byte: UInt8(ascii: "B")), Turn(at: 905, byte: UInt8(ascii: ">"))]
        let later = [Int64(1_204), 1_205, 1_206].map { Turn(at: $0) }
        #expect(try await probe.answers(.text, turns + later) == ["0 0 0", "-1 0 0", "-1 0 0", "0 0 0", "0 0 0"])
        // Half a frame before a silence is not completed after it.
        let halves = [Turn(at: 900, byte: UInt8(ascii: "F")), Turn(at: 1_200, byte: UInt8(ascii: ">"))]
        #expect(try await probe.answers(.text, halves).last == "0 0 0")
    }
}

extension ReceiverKind {
    /// A byte that is frequent in frames of this kind, or any byte.
    fileprivate func likelyByte(using random: inout SeededGenerator) -> UInt8 {
        let often: [UInt8] =
            switch self {
            case .text: Array("FBSRLUD-0123456789>>>>".utf8)
            case .plain: [0xa5, 1, 2, 3, 0]
            case .combined: [0xa5, 0, 0, 0, 0, 0xff]
            }
        return Int.random(in: 0..<10, using: &random) > 0
            ? often.randomElement(using: &random)! : UInt8.random(in: 0...255, using: &random)
    }
}
