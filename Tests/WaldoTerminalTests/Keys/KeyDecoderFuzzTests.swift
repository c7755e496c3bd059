import Testing
import WaldoTestSupport

@testable import WaldoTerminal

@Suite struct KeyDecoderFuzzTests {
    /// Bytes that make up sequences, repeated so that many sequences are complete.
    static let likely = Array("\u{1B}\u{1B}\u{1B}[[[O?0123456789;::uuABCD~~cwW \r".utf8)

    @Test(arguments: 0..<200 as Range<UInt64>)
    func ofAnyBytesAtAnyTimesWhatWentDownComesUpInTurnAndByItsDeadline(seed: UInt64) {
        var random = SeededGenerator(seed)
        var keys = HandMovedKeys()
        var time: Int64 = 0
        for _ in 0..<2_000 {
            time += Int64.random(in: 0...3, using: &random) == 0 ? Int64.random(in: 0...400, using: &random) : 0
            let isLikely = UInt8.random(in: 0...9, using: &random) > 0
            let byte = isLikely ? Self.likely.randomElement(using: &random)! : .random(in: 0...255, using: &random)
            keys.type([byte], at: time)
        }
        keys.move(to: time + 200)
        // If the bytes have switched the protocol on, keys stay down until it is switched off.
        keys.type("\u{1B}[?0u", at: time + 400)
        var isDown: Set<UInt16> = []
        var presses = 0
        for said in keys.said {
            switch said.output {
            case .key(let code, down: true):
                presses += 1
                #expect(isDown.insert(code).inserted, "key \(code) pressed twice")
            case .key(let code, down: false): #expect(isDown.remove(code) != nil, "key \(code) released twice")
            default: break
            }
        }
        #expect(isDown.isEmpty)
        #expect(keys.decoder.deadline == nil)
        #expect(presses > 10)
        #expect(keys.said.map(\.milliseconds) == keys.said.map(\.milliseconds).sorted())
    }

    @Test func numbersWithoutEndDoNotOverflow() {
        var keys = HandMovedKeys()
        keys.type("\u{1B}[" + String(repeating: "9", count: 10_000) + ";:::;;;1:2:3:4:5;9u", at: 0)
        keys.type("w", at: 1)
        #expect(keys.outputs == [down(Key.w)])
    }
}
